'use strict';
// Node's own http module with the routes of all plans: what most people would write first.

const http = require('node:http');
const { BODY_LIMIT_BYTES, headerObject, problem, PREPARED } = require('../javascript/answers.js');
const { openPool, answer } = require('../javascript/database.js');
const todos = require('../javascript/todos.js');
const { start } = require('../javascript/workers.js');

const utf8 = new TextDecoder('utf-8', { fatal: true });

function send(response, status, type, body, headers) {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

const text = (response, body) => send(response, 200, 'text/plain; charset=utf-8', body);

const json = (response, value, status = 200, headers = undefined) =>
  send(response, status, 'application/json', JSON.stringify(value), headers);

const refuse = (response, status, detail) =>
  send(response, status, 'application/problem+json', JSON.stringify(problem(status, detail)));

/** Reads a body to its end, so that the client sees the answer and not a reset. */
function readJson(request, response, then) {
  const chunks = [];
  let length = 0;
  request.on('data', (chunk) => {
    length += chunk.length;
    if (length <= BODY_LIMIT_BYTES) {
      chunks.push(chunk);
    }
  });
  request.on('end', () => {
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
  });
}

function readDraft(request, response, then) {
  readJson(request, response, (value) => {
    const draft = todos.draft(value);
    if (draft === null) {
      refuse(response, 400, 'a todo has a title and done, true or false');
    } else {
      then(draft);
    }
  });
}

function database(pool, name) {
  return async (request, response, query) => {
    if (pool === null) {
      refuse(response, 503, 'this server has no database');
      return;
    }
    const { status, value } = await answer(pool, name, query.get('delay'), query.get('n'));
    json(response, value, status);
  };
}

function routes(pool) {
  return {
    'GET /': (request, response) => text(response, 'Hello World'),
    'GET /ping': (request, response) => text(response, 'pong'),
    'GET /stringify': (request, response) => json(response, { message: 'Hello World' }),
    'GET /base-sync': (request, response) => json(response, { hello: 'world' }),
    'GET /base-async': async (request, response) => {
      await null;
      json(response, { hello: 'world' });
    },
    'POST /base': (request, response) =>
      readJson(request, response, (value) => json(response, value)),
    'GET /headers': (request, response) => json(response, { hello: 'world' }, 200, headerObject()),
    'GET /headers-prepared': (request, response) =>
      json(response, { hello: 'world' }, 200, PREPARED),
    'GET /one': database(pool, 'one'),
    'GET /three': database(pool, 'three'),
    'GET /all': database(pool, 'all'),
    'GET /todos': (request, response) => json(response, todos.list()),
    'POST /todos': (request, response) =>
      readDraft(request, response, (draft) => {
        const todo = todos.create(draft);
        if (todo === null) {
          refuse(response, 409, 'there are too many todos: delete one first');
        } else {
          json(response, todo, 201, { Location: `/todos/${todo.id}` });
        }
      }),
  };
}

function todo(request, response, id) {
  const unknown = () => refuse(response, 404, 'there is no todo with this id');
  switch (request.method) {
    case 'GET': {
      const found = todos.read(id);
      found === undefined ? unknown() : json(response, found);
      break;
    }
    case 'PUT':
      readDraft(request, response, (draft) => {
        const updated = todos.update(id, draft);
        updated === null ? unknown() : json(response, updated);
      });
      break;
    case 'DELETE':
      todos.remove(id) ? response.writeHead(204).end() : unknown();
      break;
    default:
      refuse(response, 405, 'use GET, PUT or DELETE');
  }
}

const NO_QUERY = new URLSearchParams();

start((port) => {
  const table = routes(openPool());
  http
    .createServer((request, response) => {
      const mark = request.url.indexOf('?');
      const path = mark < 0 ? request.url : request.url.slice(0, mark);
      const query = mark < 0 ? NO_QUERY : new URLSearchParams(request.url.slice(mark + 1));
      const route = table[`${request.method} ${path}`];
      if (route !== undefined) {
        route(request, response, query);
        return;
      }
      const match = /^\/todos\/(\d{1,9})$/.exec(path);
      if (match === null) {
        refuse(response, 404, 'there is nothing at this path');
      } else {
        todo(request, response, Number(match[1]));
      }
    })
    .listen(port, '127.0.0.1', 4096);
});
