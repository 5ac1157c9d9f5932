'use strict';
// Bun.serve with the routes of all plans: its own router, its own sockets to the database, its own
// WebSocket. Each answer is made by a handler, as in the other targets.

const { BODY_LIMIT_BYTES, headerPairs, problem, PREPARED_PAIRS } = require('../javascript/answers.js');
const { openPool, answer } = require('../javascript/database.js');
const todos = require('../javascript/todos.js');

const JSON_TYPE = ['Content-Type', 'application/json'];
const PREPARED = new Headers([JSON_TYPE, ...PREPARED_PAIRS]);
const TEXT = { headers: { 'Content-Type': 'text/plain;charset=utf-8' } };
const PROBLEM = { 'Content-Type': 'application/problem+json' };

function openWithBun(port, { onOpen, onData, onClose }) {
  const connection = { write: null };
  Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(socket) {
        connection.write = (text) => socket.write(text);
        onOpen();
      },
      data: (socket, chunk) => onData(chunk),
      close: onClose,
      error() {},
    },
  }).catch(onClose);
  return connection;
}

const json = (value) => Response.json(value, { headers: { 'Content-Type': 'application/json' } });

const refuse = (status, detail) =>
  new Response(JSON.stringify(problem(status, detail)), { status, headers: PROBLEM });

const unknown = () => refuse(404, 'there is no todo with this id');

/** Hands a parsed body on; what is no JSON is refused. */
async function withBody(request, then) {
  let value;
  try {
    value = await request.json();
  } catch {
    return refuse(400, 'the body is no JSON');
  }
  return then(value);
}

function withDraft(request, then) {
  return withBody(request, (value) => {
    const draft = todos.draft(value);
    return draft === null ? refuse(400, 'a todo has a title and done, true or false') : then(draft);
  });
}

function create(request) {
  return withDraft(request, (draft) => {
    const todo = todos.create(draft);
    if (todo === null) {
      return refuse(409, 'there are too many todos: delete one first');
    }
    return Response.json(todo, {
      status: 201,
      headers: { 'Content-Type': 'application/json', Location: `/todos/${todo.id}` },
    });
  });
}

function database(pool, name) {
  return async (request) => {
    if (pool === null) {
      return refuse(503, 'this server has no database');
    }
    const mark = request.url.indexOf('?');
    const query = mark < 0 ? null : new URLSearchParams(request.url.slice(mark + 1));
    const { status, value } = await answer(
      pool, name, query?.get('delay') ?? null, query?.get('n') ?? null);
    return Response.json(value, { status, headers: { 'Content-Type': 'application/json' } });
  };
}

const HELLO = () => JSON.stringify({ hello: 'world' });

function serve(port, reusePort) {
  const pool = openPool(openWithBun);
  Bun.serve({
    port,
    hostname: '127.0.0.1',
    reusePort,
    maxRequestBodySize: BODY_LIMIT_BYTES,
    routes: {
      '/': { GET: () => new Response('Hello World', TEXT) },
      '/ping': { GET: () => new Response('pong', TEXT) },
      '/stringify': { GET: () => json({ message: 'Hello World' }) },
      '/base-sync': { GET: () => json({ hello: 'world' }) },
      '/base-async': {
        GET: async () => {
          await null;
          return json({ hello: 'world' });
        },
      },
      '/base': { POST: (request) => withBody(request, json) },
      '/headers': { GET: () => new Response(HELLO(), { headers: [JSON_TYPE, ...headerPairs()] }) },
      '/headers-prepared': { GET: () => new Response(HELLO(), { headers: PREPARED }) },
      '/one': { GET: database(pool, 'one') },
      '/three': { GET: database(pool, 'three') },
      '/all': { GET: database(pool, 'all') },
      '/todos': { GET: () => json(todos.list()), POST: create },
      '/todos/:id': {
        GET: (request) => {
          const todo = todos.read(Number(request.params.id));
          return todo === undefined ? unknown() : json(todo);
        },
        PUT: (request) =>
          withDraft(request, (draft) => {
            const todo = todos.update(Number(request.params.id), draft);
            return todo === null ? unknown() : json(todo);
          }),
        DELETE: (request) =>
          todos.remove(Number(request.params.id)) ? new Response(null, { status: 204 }) : unknown(),
      },
    },
    fetch(request, server) {
      if (new URL(request.url).pathname === '/ws') {
        return server.upgrade(request) ? undefined : refuse(426, 'this path speaks WebSocket only');
      }
      return refuse(404, 'there is nothing at this path');
    },
    websocket: {
      maxPayloadLength: 1024 * 1024,
      message: (socket, message) => {
        socket.send(message);
      },
    },
  });
}

// Several processes share one port through the kernel, as Bun's documentation has it.
const workers = Number(process.env.WORKERS ?? 1);
const port = Number(process.env.PORT);
if (workers > 1 && process.env.WORKER === undefined) {
  const children = Array.from({ length: workers }, () =>
    Bun.spawn([process.execPath, __filename], {
      env: { ...process.env, WORKER: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    }));
  process.on('SIGTERM', () => {
    children.forEach((child) => child.kill());
    process.exit(0);
  });
} else {
  serve(port, workers > 1);
}
