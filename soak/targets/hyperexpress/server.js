'use strict';
// HyperExpress with the routes of all plans. What it stands on is not on npm: it stands where the user
// put it.

const HyperExpress = require('hyper-express');
const { BODY_LIMIT_BYTES, headerPairs, problem, PREPARED_PAIRS } = require('../javascript/answers.js');
const { openPool, answer } = require('../javascript/database.js');
const todos = require('../javascript/todos.js');
const { start } = require('../javascript/workers.js');

const refuse = (response, status, detail) =>
  response.status(status).type('application/problem+json').send(JSON.stringify(problem(status, detail)));

const unknown = (response) => refuse(response, 404, 'there is no todo with this id');

function withHeaders(response, pairs) {
  for (const [name, value] of pairs) {
    response.header(name, value);
  }
  return response.json({ hello: 'world' });
}

/** Hands a parsed body on; what is no JSON is refused. */
async function withBody(request, response, then) {
  let value;
  try {
    value = JSON.parse(await request.text());
  } catch {
    return refuse(response, 400, 'the body is no JSON');
  }
  return then(value);
}

function withDraft(request, response, then) {
  return withBody(request, response, (value) => {
    const draft = todos.draft(value);
    return draft === null
      ? refuse(response, 400, 'a todo has a title and done, true or false')
      : then(draft);
  });
}

function database(pool, name) {
  return async (request, response) => {
    if (pool === null) {
      return refuse(response, 503, 'this server has no database');
    }
    const { delay = null, n = null } = request.query_parameters;
    const { status, value } = await answer(pool, name, delay, n);
    return response.status(status).json(value);
  };
}

function addTodos(app) {
  app.get('/todos', (request, response) => response.json(todos.list()));
  app.post('/todos', (request, response) =>
    withDraft(request, response, (draft) => {
      const todo = todos.create(draft);
      return todo === null
        ? refuse(response, 409, 'there are too many todos: delete one first')
        : response.status(201).header('Location', `/todos/${todo.id}`).json(todo);
    }));
  app.get('/todos/:id', (request, response) => {
    const todo = todos.read(Number(request.path_parameters.id));
    return todo === undefined ? unknown(response) : response.json(todo);
  });
  app.put('/todos/:id', (request, response) =>
    withDraft(request, response, (draft) => {
      const todo = todos.update(Number(request.path_parameters.id), draft);
      return todo === null ? unknown(response) : response.json(todo);
    }));
  app.delete('/todos/:id', (request, response) =>
    todos.remove(Number(request.path_parameters.id)) ? response.status(204).send() : unknown(response));
}

start((port) => {
  const pool = openPool();
  const app = new HyperExpress.Server({ max_body_length: BODY_LIMIT_BYTES });
  // What it stands on writes no Date of its own; the others do, made anew once a second.
  let date = new Date().toUTCString();
  setInterval(() => {
    date = new Date().toUTCString();
  }, 1000).unref();
  app.use((request, response, next) => {
    response.header('Date', date);
    next();
  });
  app.get('/', (request, response) => response.type('text/plain').send('Hello World'));
  app.get('/ping', (request, response) => response.type('text/plain').send('pong'));
  app.get('/stringify', (request, response) => response.json({ message: 'Hello World' }));
  app.get('/base-sync', (request, response) => response.json({ hello: 'world' }));
  app.get('/base-async', async (request, response) => {
    await null;
    return response.json({ hello: 'world' });
  });
  app.post('/base', (request, response) =>
    withBody(request, response, (value) => response.json(value)));
  app.get('/headers', (request, response) => withHeaders(response, headerPairs()));
  app.get('/headers-prepared', (request, response) => withHeaders(response, PREPARED_PAIRS));
  app.get('/one', database(pool, 'one'));
  app.get('/three', database(pool, 'three'));
  app.get('/all', database(pool, 'all'));
  addTodos(app);
  app.ws('/ws', { max_payload_length: 1024 * 1024, message_type: 'Buffer' }, (socket) => {
    socket.on('message', (message, isBinary) => socket.send(message, isBinary));
  });
  app.set_not_found_handler((request, response) =>
    refuse(response, 404, 'there is nothing at this path'));
  app.listen(port, '127.0.0.1').catch((failed) => {
    console.error(`port ${port} cannot be listened on: ${failed.message}`);
    process.exit(3);
  });
});
