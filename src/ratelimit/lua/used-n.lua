#!lua flags=no-writes
-- Returns the request counts of the current minute.
-- KEYS: for each count the prefix of its Redis keys, to which the script appends the minute
-- Guarantee: all counts are of the same minute.
local minute = math.floor(tonumber(redis.call('TIME')[1]) / 60)
local used = {}
for i, key in ipairs(KEYS) do
  used[i] = tonumber(redis.call('GET', string.format('%s:%d', key, minute)) or 0)
end
return used
