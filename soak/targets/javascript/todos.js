'use strict';
// The todo list of all JavaScript targets: the rules of the reference server, in memory.

const LIMIT = 10_000;
const LONGEST_TITLE = 1_000;
const todos = new Map();
let lastId = 50;
for (let id = 1; id <= lastId; id++) {
  todos.set(id, { id, title: `todo ${id}`, done: false });
}

const list = () => [...todos.values()];

const read = (id) => todos.get(id);

/** The draft in a parsed body, or null where it is none: title and done, and an id that is ignored. */
function draft(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return null;
  }
  const { title, done = false } = value;
  const known = Object.keys(value).every((key) => key === 'title' || key === 'done' || key === 'id');
  const right = typeof title === 'string' && title.trim() !== '' && title.length <= LONGEST_TITLE;
  return known && right && typeof done === 'boolean' ? { title, done } : null;
}

/** What was stored, or null where the list is full. */
function create({ title, done }) {
  if (todos.size >= LIMIT) {
    return null;
  }
  const todo = { id: ++lastId, title, done };
  todos.set(todo.id, todo);
  return todo;
}

/** What was stored, or null where there is no such todo. */
function update(id, { title, done }) {
  if (!todos.has(id)) {
    return null;
  }
  const todo = { id, title, done };
  todos.set(id, todo);
  return todo;
}

const remove = (id) => todos.delete(id);

module.exports = { list, read, draft, create, update, remove };
