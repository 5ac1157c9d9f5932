'use strict';
// Fastify 5 with the routes of all plans. Answers whose shape is known have a schema, as its
// documentation advises: it writes those faster.

const { BODY_LIMIT_BYTES, headerObject, problem, PREPARED } = require('../javascript/answers.js');
const { openPool, answer } = require('../javascript/database.js');
const todos = require('../javascript/todos.js');
const { start } = require('../javascript/workers.js');

const text = (...names) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const TODO = {
  type: 'object',
  properties: { id: { type: 'integer' }, title: { type: 'string' }, done: { type: 'boolean' } },
};
const VALUES = {
  type: 'object',
  properties: { values: { type: 'array', items: { type: 'string' } } },
};
const answers = (schema) => ({ schema: { response: { 200: schema } } });

function refuse(reply, status, detail) {
  return reply
    .code(status)
    .type('application/problem+json')
    .send(JSON.stringify(problem(status, detail)));
}

const unknown = (reply) => refuse(reply, 404, 'there is no todo with this id');

function withDraft(then) {
  return (request, reply) => {
    const draft = todos.draft(request.body);
    return draft === null
      ? refuse(reply, 400, 'a todo has a title and done, true or false')
      : then(request, reply, draft);
  };
}

function database(pool, name) {
  return async (request, reply) => {
    if (pool === null) {
      return refuse(reply, 503, 'this server has no database');
    }
    const { delay = null, n = null } = request.query;
    const { status, value } = await answer(pool, name, delay, n);
    return reply.code(status).send(value);
  };
}

function application(pool) {
  const app = require('fastify')({ bodyLimit: BODY_LIMIT_BYTES, logger: false });
  const hello = answers(text('hello'));
  app.get('/', (request, reply) => reply.type('text/plain').send('Hello World'));
  app.get('/ping', (request, reply) => reply.type('text/plain').send('pong'));
  app.get('/stringify', answers(text('message')), (request, reply) =>
    reply.send({ message: 'Hello World' }));
  app.get('/base-sync', hello, (request, reply) => reply.send({ hello: 'world' }));
  app.get('/base-async', hello, async () => ({ hello: 'world' }));
  // A text that is a JSON value by itself is sent as JSON and not as it stands.
  app.post('/base', (request, reply) =>
    reply.type('application/json').serializer(JSON.stringify).send(request.body));
  app.get('/headers', hello, (request, reply) =>
    reply.headers(headerObject()).send({ hello: 'world' }));
  app.get('/headers-prepared', hello, (request, reply) =>
    reply.headers(PREPARED).send({ hello: 'world' }));
  app.get('/one', answers(VALUES), database(pool, 'one'));
  app.get('/three', answers(VALUES), database(pool, 'three'));
  app.get('/all', answers(VALUES), database(pool, 'all'));
  app.get('/todos', answers({ type: 'array', items: TODO }), (request, reply) =>
    reply.send(todos.list()));
  app.post('/todos', withDraft((request, reply, draft) => {
    const todo = todos.create(draft);
    return todo === null
      ? refuse(reply, 409, 'there are too many todos: delete one first')
      : reply.code(201).header('Location', `/todos/${todo.id}`).send(todo);
  }));
  app.get('/todos/:id', answers(TODO), (request, reply) => {
    const todo = todos.read(Number(request.params.id));
    return todo === undefined ? unknown(reply) : reply.send(todo);
  });
  app.put('/todos/:id', answers(TODO), withDraft((request, reply, draft) => {
    const todo = todos.update(Number(request.params.id), draft);
    return todo === null ? unknown(reply) : reply.send(todo);
  }));
  app.delete('/todos/:id', (request, reply) =>
    todos.remove(Number(request.params.id)) ? reply.code(204).send() : unknown(reply));
  app.setNotFoundHandler((request, reply) => refuse(reply, 404, 'there is nothing at this path'));
  app.setErrorHandler((failed, request, reply) =>
    refuse(reply, failed.statusCode ?? 500, failed.message));
  return app;
}

start((port) => application(openPool()).listen({ port, host: '127.0.0.1', backlog: 4096 }));
