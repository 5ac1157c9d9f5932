-- Ten requests in one write, as many as the driver's --pipelining 10 keeps in flight.
init = function(args)
  local one = wrk.format()
  request_ten = string.rep(one, 10)
end

request = function()
  return request_ten
end
