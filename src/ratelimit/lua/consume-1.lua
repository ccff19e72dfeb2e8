#!lua
-- Counts one request in the window of this minute.
-- KEYS: what all windows of the same requests begin with; the minute comes after it
-- ARGV: 1 limit
-- Guarantee: no minute counts more than the limit, also one that comes a second time because the clock was set back.
local now = tonumber(redis.call('TIME')[1])
local minute = math.floor(now / 60)
local key = string.format('%s:%d', KEYS[1], minute)
local limit, reset = tonumber(ARGV[1]), minute * 60 + 60 - now
if tonumber(redis.call('GET', key) or 0) >= limit then return {0, limit, minute, reset} end
local used = redis.call('INCR', key)
if used == 1 then redis.call('EXPIRE', key, 360) end
return {1, used, minute, reset}
