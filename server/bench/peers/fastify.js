// The same routes on Fastify; PEERS names the folder that it is installed in.
const fastify = require(process.env.PEERS + "/node_modules/fastify")();
fastify.get("/ping", (request, reply) => reply.send("pong"));
fastify.get("/base-sync", (request, reply) => reply.send({ hello: "world" }));
fastify.post("/base", (request, reply) => reply.send(request.body));
fastify.listen({ port: Number(process.env.PORT ?? 0), host: "127.0.0.1" }).then(() =>
  console.log(`ready: fastify http=127.0.0.1:${fastify.server.address().port}`));
