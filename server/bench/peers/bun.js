// The same routes on Bun.serve: the peer that the speed figures are compared with.
const port = Number(process.env.PORT ?? 0);
const [host, dbPort] = (process.env.DATABASE ?? "").split(":");
const redis = dbPort ? new Bun.RedisClient(`redis://${host}:${dbPort}`) : null;
const json = { "Content-Type": "application/json" };
const server = Bun.serve({
  port,
  hostname: "127.0.0.1",
  routes: {
    "/ping": () => new Response("pong"),
    "/base-sync": () => Response.json({ hello: "world" }),
    "/one": async (request) => {
      const at = request.url.indexOf("delay=");
      const value = await redis.send("DELAY", [request.url.slice(at + 6)]);
      return Response.json({ values: [value] });
    },
    "/base": {
      POST: async (request) => {
        try {
          return Response.json(await request.json());
        } catch {
          return new Response('{"status":400}', { status: 400, headers: json });
        }
      },
    },
  },
});
console.log(`ready: bun http=127.0.0.1:${server.port}`);
