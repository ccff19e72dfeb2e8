#!lua
-- Counts one request for each key in the current minute, unless the limit is reached.
-- KEYS: for each request the prefix of its Redis keys, to which the script appends the minute
-- ARGV: for each request the limit of requests per minute
-- Guarantee: no minute counts more than the limit, even if a minute occurs twice because the clock was set back.
local now = tonumber(redis.call('TIME')[1])
local minute = math.floor(now / 60)
local suffix = string.format(':%d', minute)
local used = {}
for i, key in ipairs(KEYS) do
  local window = key .. suffix
  if tonumber(redis.call('GET', window) or 0) >= tonumber(ARGV[i]) then
    used[i] = false
  else
    used[i] = redis.call('INCR', window)
    if used[i] == 1 then redis.call('EXPIRE', window, 360) end
  end
end
return {minute, minute * 60 + 60 - now, used}
