'use strict';
// What the comparison routes answer, and the two sets of headers.

const BODY_LIMIT_BYTES = 2 * 1024 * 1024;

/** Ten scalar headers and three cookies, built for each answer. */
function headerPairs() {
  const pairs = [];
  for (let i = 0; i < 10; i++) {
    pairs.push([`X-Header-${i}`, `value-${i}`]);
  }
  for (let i = 0; i < 3; i++) {
    pairs.push(['Set-Cookie', `cookie-${i}=value-${i}; Path=/; HttpOnly`]);
  }
  return pairs;
}

/** The same as an object, with the cookies as a list: what most frameworks take. */
function headerObject() {
  const headers = { 'Set-Cookie': [] };
  for (const [name, value] of headerPairs()) {
    if (name === 'Set-Cookie') {
      headers[name].push(value);
    } else {
      headers[name] = value;
    }
  }
  return headers;
}

const problem = (status, detail) => ({ type: 'about:blank', status, detail });

module.exports = {
  BODY_LIMIT_BYTES,
  headerPairs,
  headerObject,
  problem,
  PREPARED: Object.freeze(headerObject()),
  PREPARED_PAIRS: Object.freeze(headerPairs()),
};
