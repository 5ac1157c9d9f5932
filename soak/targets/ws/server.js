'use strict';
// The ws package: a WebSocket that sends every message back, beside Node's own http module.

const http = require('node:http');
const { WebSocketServer } = require('ws');
const { start } = require('../javascript/workers.js');

start((port) => {
  const server = http.createServer((request, response) => {
    const found = request.method === 'GET' && request.url === '/ping';
    const body = found ? 'pong' : 'not found';
    response.writeHead(found ? 200 : 404, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': body.length,
    });
    response.end(body);
  });
  const sockets = new WebSocketServer({ server, path: '/ws', maxPayload: 1024 * 1024 });
  sockets.on('connection', (socket) => {
    socket.on('error', () => socket.terminate());
    socket.on('message', (message, isBinary) => socket.send(message, { binary: isBinary }));
  });
  server.listen(port, '127.0.0.1', 4096);
});
