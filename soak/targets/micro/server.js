'use strict';
// micro with the routes of all plans: it reads bodies and writes answers, and leaves routing to us.

const http = require('node:http');
const { serve, json, send } = require('micro');
const { BODY_LIMIT_BYTES, headerObject, problem, PREPARED } = require('../javascript/answers.js');
const { openPool, answer } = require('../javascript/database.js');
const todos = require('../javascript/todos.js');
const { start } = require('../javascript/workers.js');

function refuse(response, status, detail) {
  response.setHeader('Content-Type', 'application/problem+json');
  return send(response, status, JSON.stringify(problem(status, detail)));
}

function text(response, body) {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  return send(response, 200, body);
}

/** A value as JSON; micro itself would send a text as it stands. */
function value(response, what, status = 200) {
  response.setHeader('Content-Type', 'application/json');
  return send(response, status, JSON.stringify(what));
}

function withHeaders(response, headers) {
  for (const name in headers) {
    response.setHeader(name, headers[name]);
  }
  return value(response, { hello: 'world' });
}

const body = (request) => json(request, { limit: BODY_LIMIT_BYTES });

async function withDraft(request, response, then) {
  const draft = todos.draft(await body(request));
  return draft === null
    ? refuse(response, 400, 'a todo has a title and done, true or false')
    : then(draft);
}

function database(pool, name) {
  return async (request, response, query) => {
    if (pool === null) {
      return refuse(response, 503, 'this server has no database');
    }
    const { status, value: found } = await answer(pool, name, query.get('delay'), query.get('n'));
    return value(response, found, status);
  };
}

function create(request, response) {
  return withDraft(request, response, (draft) => {
    const todo = todos.create(draft);
    if (todo === null) {
      return refuse(response, 409, 'there are too many todos: delete one first');
    }
    response.setHeader('Location', `/todos/${todo.id}`);
    return value(response, todo, 201);
  });
}

function routes(pool) {
  return {
    'GET /': (request, response) => text(response, 'Hello World'),
    'GET /ping': (request, response) => text(response, 'pong'),
    'GET /stringify': (request, response) => value(response, { message: 'Hello World' }),
    'GET /base-sync': (request, response) => value(response, { hello: 'world' }),
    'GET /base-async': async (request, response) => {
      await null;
      return value(response, { hello: 'world' });
    },
    'POST /base': async (request, response) => value(response, await body(request)),
    'GET /headers': (request, response) => withHeaders(response, headerObject()),
    'GET /headers-prepared': (request, response) => withHeaders(response, PREPARED),
    'GET /one': database(pool, 'one'),
    'GET /three': database(pool, 'three'),
    'GET /all': database(pool, 'all'),
    'GET /todos': (request, response) => value(response, todos.list()),
    'POST /todos': create,
  };
}

function todo(request, response, id) {
  const unknown = () => refuse(response, 404, 'there is no todo with this id');
  switch (request.method) {
    case 'GET': {
      const found = todos.read(id);
      return found === undefined ? unknown() : value(response, found);
    }
    case 'PUT':
      return withDraft(request, response, (draft) => {
        const updated = todos.update(id, draft);
        return updated === null ? unknown() : value(response, updated);
      });
    case 'DELETE':
      return todos.remove(id) ? send(response, 204) : unknown();
    default:
      return refuse(response, 405, 'use GET, PUT or DELETE');
  }
}

const NO_QUERY = new URLSearchParams();

/** Answers one request; what a body's parser refuses is answered with its own status. */
function answering(table) {
  return async (request, response) => {
    const mark = request.url.indexOf('?');
    const path = mark < 0 ? request.url : request.url.slice(0, mark);
    const query = mark < 0 ? NO_QUERY : new URLSearchParams(request.url.slice(mark + 1));
    const route = table[`${request.method} ${path}`];
    const match = route === undefined ? /^\/todos\/(\d{1,9})$/.exec(path) : null;
    try {
      if (route !== undefined) {
        return await route(request, response, query);
      }
      return match === null
        ? refuse(response, 404, 'there is nothing at this path')
        : await todo(request, response, Number(match[1]));
    } catch (failed) {
      return refuse(response, failed.statusCode ?? 500, failed.message);
    }
  };
}

start((port) =>
  http.createServer(serve(answering(routes(openPool())))).listen(port, '127.0.0.1', 4096));
