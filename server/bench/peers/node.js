// The same routes on Node's own http.
const http = require("node:http");
const server = http.createServer((request, response) => {
  if (request.url === "/ping") {
    response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": 4 });
    response.end("pong");
  } else if (request.url === "/base-sync") {
    const body = JSON.stringify({ hello: "world" });
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
    response.end(body);
  } else if (request.url === "/base" && request.method === "POST") {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
      response.end(body);
    });
  } else {
    response.writeHead(404);
    response.end();
  }
});
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () =>
  console.log(`ready: node http=127.0.0.1:${server.address().port}`));
