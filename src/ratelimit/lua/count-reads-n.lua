#!lua
-- Adds what a replica has counted on its own, and tells what all of them have counted in this minute.
-- KEYS: for each of them what its windows begin with; the minute comes after it
-- ARGV: for each of them the minute in which it was taken, and how many were
-- Guarantee: what was taken in a minute that is over counts nowhere.
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
