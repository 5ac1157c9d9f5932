'use strict';
// A pool of connections to a database that speaks RESP. Each connection carries one call at a time
// (pipelining off), as in all targets, so that all do equal work.

const net = require('node:net');

const CONNECTIONS = 64;
const LONGEST_QUEUE = 16_384;
const MOST_KEYS = 0xffff;
const MOST_AT_ONCE = 1_000;
const RETRY_MILLIS = 200;

/** Opens a connection with Node's own sockets. A runtime with better ones passes its own opener. */
function openWithNode(port, { onOpen, onData, onClose }) {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('connect', onOpen);
  socket.on('data', onData);
  socket.on('error', () => {});
  socket.on('close', onClose);
  return { write: (text) => socket.write(text) };
}

/**
 * The reply at the start of a buffer: `{ value }`, or `{ failure }`; null where it is not there as a
 * whole.
 */
function parse(buffer) {
  const end = buffer.indexOf('\r\n');
  if (end < 0) {
    return null;
  }
  const line = buffer.toString('latin1', 1, end);
  switch (buffer[0]) {
    case 0x24: {
      const length = Number(line);
      if (length < 0) {
        return { value: '' };
      }
      const from = end + 2;
      return buffer.length < from + length + 2
        ? null
        : { value: buffer.toString('utf8', from, from + length) };
    }
    case 0x2b:
    case 0x3a:
      return { value: line };
    default:
      return { failure: line };
  }
}

function encode(words) {
  let text = `*${words.length}\r\n`;
  for (const word of words) {
    text += `$${Buffer.byteLength(word)}\r\n${word}\r\n`;
  }
  return text;
}

class Pool {
  constructor(port, open) {
    this.port = port;
    this.open = open;
    this.free = [];
    this.waiting = [];
    this.alive = 0;
    this.nextKey = 0;
    for (let i = 0; i < CONNECTIONS; i++) {
      this.connect();
    }
  }

  connect() {
    const connection = { call: null, rest: null, socket: null };
    connection.socket = this.open(this.port, {
      onOpen: () => {
        this.alive++;
        connection.alive = true;
        this.release(connection);
      },
      onData: (chunk) => this.read(connection, chunk),
      onClose: () => this.lost(connection),
    });
  }

  read(connection, chunk) {
    const buffer = connection.rest === null ? chunk : Buffer.concat([connection.rest, chunk]);
    const reply = parse(buffer);
    if (reply === null) {
      connection.rest = buffer;
      return;
    }
    connection.rest = null;
    const call = connection.call;
    connection.call = null;
    this.release(connection);
    if (reply.failure === undefined) {
      call.resolve(reply.value);
    } else {
      call.reject(new Error(`the database answered with an error: ${reply.failure}`));
    }
  }

  release(connection) {
    const call = this.waiting.shift();
    if (call === undefined) {
      this.free.push(connection);
    } else {
      this.place(connection, call);
    }
  }

  place(connection, call) {
    connection.call = call;
    connection.socket.write(call.text);
  }

  lost(connection) {
    if (connection.alive) {
      this.alive--;
    }
    this.free = this.free.filter((one) => one !== connection);
    const unreachable = new Error('the database cannot be reached');
    connection.call?.reject(unreachable);
    if (this.alive === 0) {
      this.waiting.splice(0).forEach((call) => call.reject(unreachable));
    }
    setTimeout(() => this.connect(), RETRY_MILLIS);
  }

  send(words) {
    return new Promise((resolve, reject) => {
      const call = { text: encode(words), resolve, reject };
      const connection = this.free.pop();
      if (connection !== undefined) {
        this.place(connection, call);
      } else if (this.waiting.length >= LONGEST_QUEUE) {
        reject(new Error('too many calls wait for the database'));
      } else {
        this.waiting.push(call);
      }
    });
  }

  ask(delay) {
    return delay === null
      ? this.send(['GET', `item:${this.nextKey++ & MOST_KEYS}`])
      : this.send(['DELAY', delay]);
  }
}

const isDelay = (text) => text === null || (/^\d+(\.\d+)?$/.test(text) && text.length <= 16);

/** One call. */
async function one(pool, delay) {
  return { values: [await pool.ask(delay)] };
}

/** Three calls, each waited for before the next. */
async function three(pool, delay) {
  const values = [];
  for (let i = 0; i < 3; i++) {
    values.push(await pool.ask(delay));
  }
  return { values };
}

/** N calls at once. */
async function all(pool, delay, n) {
  return { values: await Promise.all(Array.from({ length: n }, () => pool.ask(delay))) };
}

/**
 * What `/one`, `/three` and `/all` answer: a status and the value to be sent as JSON.
 *
 * @param name the route
 * @param delay of the query, or null
 * @param n of the query, or null
 */
async function answer(pool, name, delay, n) {
  const count = n === null ? 3 : Number(n);
  if (!isDelay(delay) || !Number.isInteger(count) || count < 1 || count > MOST_AT_ONCE) {
    return { status: 400, value: { status: 400, detail: 'delay or n is out of range' } };
  }
  try {
    const value =
      name === 'one'
        ? await one(pool, delay)
        : name === 'three'
          ? await three(pool, delay)
          : await all(pool, delay, count);
    return { status: 200, value };
  } catch (failed) {
    return { status: 502, value: { status: 502, detail: failed.message } };
  }
}

/** The pool, or null where DATABASE_PORT is not set. */
function openPool(open = openWithNode) {
  const port = Number(process.env.DATABASE_PORT);
  return port > 0 ? new Pool(port, open) : null;
}

module.exports = { openPool, answer };
