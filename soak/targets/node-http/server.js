'use strict';
// A plain Node server with the routes of the resilience plan: what most people would write first.
const http = require('node:http');

const BODY_LIMIT_BYTES = 2 * 1024 * 1024;
const todos = new Map();
for (let id = 1; id <= 50; id++) {
  todos.set(id, { id, title: `todo ${id}`, done: false });
}

function send(response, status, value) {
  const body = value === undefined ? '' : JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': status >= 400 ? 'application/problem+json' : 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

function problem(response, status, detail) {
  send(response, status, { status, detail });
}

function read(request, response, then) {
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
      problem(response, 413, 'the body is too large');
      return;
    }
    let value;
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
    } catch {
      problem(response, 400, 'the body is no JSON');
      return;
    }
    then(value);
  });
}

function isTodo(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    && typeof value.title === 'string' && typeof (value.done ?? false) === 'boolean';
}

function todo(request, response, id) {
  if (!todos.has(id)) {
    problem(response, 404, 'no such todo');
  } else if (request.method === 'GET') {
    send(response, 200, todos.get(id));
  } else if (request.method === 'PUT') {
    read(request, response, (value) => {
      if (!isTodo(value)) {
        problem(response, 400, 'title is text, done is true or false');
        return;
      }
      todos.set(id, { id, title: value.title, done: value.done ?? false });
      send(response, 200, todos.get(id));
    });
  } else {
    problem(response, 405, 'use GET or PUT');
  }
}

const server = http.createServer((request, response) => {
  const path = request.url.split('?')[0];
  const match = /^\/todos\/(\d+)$/.exec(path);
  if (path === '/ping') {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 4 });
    response.end('pong');
  } else if (path === '/todos' && request.method === 'GET') {
    send(response, 200, [...todos.values()]);
  } else if (match) {
    todo(request, response, Number(match[1]));
  } else {
    problem(response, 404, 'no such route');
  }
});

server.listen(Number(process.env.PORT), '127.0.0.1', 4096);
