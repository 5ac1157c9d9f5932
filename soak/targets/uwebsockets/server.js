'use strict';
// uWebSockets.js with the routes of all plans. The module is not on npm: it stands where the user put it.

const uWS = require('uWebSockets.js');
const { BODY_LIMIT_BYTES, headerPairs, problem, PREPARED_PAIRS } = require('../javascript/answers.js');
const { openPool, answer } = require('../javascript/database.js');
const todos = require('../javascript/todos.js');
const { start } = require('../javascript/workers.js');

const utf8 = new TextDecoder('utf-8', { fatal: true });

// uWebSockets writes no Date of its own; the others do, made anew once a second.
let date = new Date().toUTCString();
setInterval(() => {
  date = new Date().toUTCString();
}, 1000).unref();

function send(response, status, type, body, headers = []) {
  response.cork(() => {
    response.writeStatus(status).writeHeader('Date', date).writeHeader('Content-Type', type);
    for (const [name, value] of headers) {
      response.writeHeader(name, value);
    }
    response.end(body);
  });
}

const text = (response, body) => send(response, '200 OK', 'text/plain;charset=utf-8', body);

const json = (response, value, status = '200 OK', headers = []) =>
  send(response, status, 'application/json', JSON.stringify(value), headers);

const refuse = (response, status, detail) =>
  send(response, String(status), 'application/problem+json', JSON.stringify(problem(status, detail)));

/** An answer that comes later must know whether the client is still there. */
function later(response) {
  response.onAborted(() => {
    response.aborted = true;
  });
}

function readJson(response, then) {
  const chunks = [];
  let length = 0;
  later(response);
  response.onData((chunk, last) => {
    length += chunk.byteLength;
    if (length <= BODY_LIMIT_BYTES) {
      // The chunk is only valid during this call.
      chunks.push(Buffer.from(Buffer.from(chunk)));
    }
    if (last) {
      finish(response, chunks, length, then);
    }
  });
}

function finish(response, chunks, length, then) {
  if (length > BODY_LIMIT_BYTES) {
    refuse(response, 413, 'the body is too large');
    return;
  }
  let value;
  try {
    value = JSON.parse(utf8.decode(Buffer.concat(chunks)));
  } catch {
    refuse(response, 400, 'the body is no JSON');
    return;
  }
  then(value);
}

function readDraft(response, then) {
  readJson(response, (value) => {
    const draft = todos.draft(value);
    if (draft === null) {
      refuse(response, 400, 'a todo has a title and done, true or false');
    } else {
      then(draft);
    }
  });
}

function database(pool, name) {
  return async (response, request) => {
    later(response);
    const delay = request.getQuery('delay') ?? null;
    const n = request.getQuery('n') ?? null;
    if (pool === null) {
      refuse(response, 503, 'this server has no database');
      return;
    }
    const { status, value } = await answer(pool, name, delay, n);
    if (!response.aborted) {
      json(response, value, status === 200 ? '200 OK' : String(status));
    }
  };
}

function addTodos(app) {
  const unknown = (response) => refuse(response, 404, 'there is no todo with this id');
  app.get('/todos', (response) => json(response, todos.list()));
  app.post('/todos', (response) =>
    readDraft(response, (draft) => {
      const todo = todos.create(draft);
      if (todo === null) {
        refuse(response, 409, 'there are too many todos: delete one first');
      } else {
        json(response, todo, '201 Created', [['Location', `/todos/${todo.id}`]]);
      }
    }));
  app.get('/todos/:id', (response, request) => {
    const todo = todos.read(Number(request.getParameter(0)));
    todo === undefined ? unknown(response) : json(response, todo);
  });
  app.put('/todos/:id', (response, request) => {
    const id = Number(request.getParameter(0));
    readDraft(response, (draft) => {
      const todo = todos.update(id, draft);
      todo === null ? unknown(response) : json(response, todo);
    });
  });
  app.del('/todos/:id', (response, request) => {
    todos.remove(Number(request.getParameter(0)))
      ? response.cork(() => response.writeStatus('204 No Content').writeHeader('Date', date).endWithoutBody())
      : unknown(response);
  });
}

start((port) => {
  const pool = openPool();
  const app = uWS.App();
  app.get('/', (response) => text(response, 'Hello World'));
  app.get('/ping', (response) => text(response, 'pong'));
  app.get('/stringify', (response) => json(response, { message: 'Hello World' }));
  app.get('/base-sync', (response) => json(response, { hello: 'world' }));
  app.get('/base-async', async (response) => {
    later(response);
    await null;
    if (!response.aborted) {
      json(response, { hello: 'world' });
    }
  });
  app.post('/base', (response) => readJson(response, (value) => json(response, value)));
  app.get('/headers', (response) => json(response, { hello: 'world' }, '200 OK', headerPairs()));
  app.get('/headers-prepared', (response) =>
    json(response, { hello: 'world' }, '200 OK', PREPARED_PAIRS));
  app.get('/one', database(pool, 'one'));
  app.get('/three', database(pool, 'three'));
  app.get('/all', database(pool, 'all'));
  addTodos(app);
  app.ws('/ws', {
    maxPayloadLength: 1024 * 1024,
    message: (socket, message, isBinary) => {
      socket.send(message, isBinary);
    },
  });
  app.any('/*', (response) => refuse(response, 404, 'there is nothing at this path'));
  app.listen('127.0.0.1', port, (listening) => {
    if (!listening) {
      console.error(`port ${port} cannot be listened on`);
      process.exit(3);
    }
  });
});
