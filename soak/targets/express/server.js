'use strict';
// Express 5 with the routes of all plans. ETag and X-Powered-By are off: no other target sends them.

const express = require('express');
const { BODY_LIMIT_BYTES, headerObject, problem, PREPARED } = require('../javascript/answers.js');
const { openPool, answer } = require('../javascript/database.js');
const todos = require('../javascript/todos.js');
const { start } = require('../javascript/workers.js');

const refuse = (response, status, detail) =>
  response.status(status).type('application/problem+json').send(JSON.stringify(problem(status, detail)));

const unknown = (response) => refuse(response, 404, 'there is no todo with this id');

function withDraft(then) {
  return (request, response) => {
    const draft = todos.draft(request.body);
    if (draft === null) {
      refuse(response, 400, 'a todo has a title and done, true or false');
    } else {
      then(request, response, draft);
    }
  };
}

function database(pool, name) {
  return async (request, response) => {
    if (pool === null) {
      refuse(response, 503, 'this server has no database');
      return;
    }
    const { delay = null, n = null } = request.query;
    const { status, value } = await answer(pool, name, delay, n);
    response.status(status).json(value);
  };
}

/** An empty body is no JSON either, although Express's parser leaves it undefined. */
function refuseEmpty(request, response, next) {
  request.body === undefined ? refuse(response, 400, 'the body is empty') : next();
}

function application(pool) {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const body = [express.json({ limit: BODY_LIMIT_BYTES, strict: false }), refuseEmpty];
  app.get('/', (request, response) => response.type('text/plain').send('Hello World'));
  app.get('/ping', (request, response) => response.type('text/plain').send('pong'));
  app.get('/stringify', (request, response) => response.json({ message: 'Hello World' }));
  app.get('/base-sync', (request, response) => response.json({ hello: 'world' }));
  app.get('/base-async', async (request, response) => {
    await null;
    response.json({ hello: 'world' });
  });
  app.post('/base', body, (request, response) => response.json(request.body));
  app.get('/headers', (request, response) => response.set(headerObject()).json({ hello: 'world' }));
  app.get('/headers-prepared', (request, response) =>
    response.set(PREPARED).json({ hello: 'world' }));
  app.get('/one', database(pool, 'one'));
  app.get('/three', database(pool, 'three'));
  app.get('/all', database(pool, 'all'));
  app.get('/todos', (request, response) => response.json(todos.list()));
  app.post('/todos', body, withDraft((request, response, draft) => {
    const todo = todos.create(draft);
    if (todo === null) {
      refuse(response, 409, 'there are too many todos: delete one first');
    } else {
      response.status(201).location(`/todos/${todo.id}`).json(todo);
    }
  }));
  app.get('/todos/:id', (request, response) => {
    const todo = todos.read(Number(request.params.id));
    todo === undefined ? unknown(response) : response.json(todo);
  });
  app.put('/todos/:id', body, withDraft((request, response, draft) => {
    const todo = todos.update(Number(request.params.id), draft);
    todo === null ? unknown(response) : response.json(todo);
  }));
  app.delete('/todos/:id', (request, response) => {
    todos.remove(Number(request.params.id)) ? response.status(204).end() : unknown(response);
  });
  app.use((request, response) => refuse(response, 404, 'there is nothing at this path'));
  // Express knows an error handler by its four parameters.
  app.use((failed, request, response, next) => refuse(response, failed.status ?? 500, failed.message));
  return app;
}

start((port) => application(openPool()).listen(port, '127.0.0.1', 4096));
