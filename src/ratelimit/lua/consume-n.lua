#!lua
-- Counts requests, one for each key, in the windows of this minute.
-- KEYS: for each what all windows of the same requests begin with; the minute comes after it
-- ARGV: for each the limit
-- Guarantee: no minute counts more than the limit, also one that comes a second time because the clock was set back.
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
