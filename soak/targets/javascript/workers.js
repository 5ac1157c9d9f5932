'use strict';
// As many processes as WORKERS says, all on one port, as Node's own cluster module does it.

const cluster = require('node:cluster');

function start(serve) {
  const workers = Number(process.env.WORKERS ?? 1);
  if (workers > 1 && cluster.isPrimary) {
    for (let i = 0; i < workers; i++) {
      cluster.fork();
    }
  } else {
    serve(Number(process.env.PORT));
  }
}

module.exports = { start };
