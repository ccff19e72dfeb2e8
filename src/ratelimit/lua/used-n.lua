#!lua flags=no-writes
-- Tells what was counted in this minute.
-- KEYS: for each what its windows begin with; the minute comes after it
-- Guarantee: all of the same minute.
local minute = math.floor(tonumber(redis.call('TIME')[1]) / 60)
local used = {}
for i, key in ipairs(KEYS) do
  used[i] = tonumber(redis.call('GET', string.format('%s:%d', key, minute)) or 0)
end
return used
