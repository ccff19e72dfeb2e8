#!lua
-- Adds the request counts of one API replica. Returns the counts of all replicas for the current minute.
-- KEYS: for each count the prefix of its Redis keys, to which the script appends the minute
-- ARGV: for each count its minute and its number of requests
-- Guarantee: counts of past minutes are dropped.
local now = tonumber(redis.call('TIME')[1])
local minute = math.floor(now / 60)
local used = {}
for i, key in ipairs(KEYS) do
  local at, taken = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  if taken > 0 and at >= minute then
    local window = string.format('%s:%d', key, at)
    if redis.call('INCRBY', window, taken) == taken then redis.call('EXPIRE', window, 360) end
  end
  used[i] = tonumber(redis.call('GET', string.format('%s:%d', key, minute)) or 0)
end
return {minute, minute * 60 + 60 - now, used}
