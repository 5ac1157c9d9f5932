-- POST /base: WRK_SCRIPT=server/bench/post.lua server/bench/speed.sh /base 8 rebound fastify
wrk.method="POST"
wrk.body=[[{"name":"a","items":[1,2,3],"nested":{"ok":true}}]]
wrk.headers["Content-Type"]="application/json"
