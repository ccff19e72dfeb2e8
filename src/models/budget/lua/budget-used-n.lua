#!lua flags=no-writes
-- Returns what each account has spent today, and then what each account has reserved today.
-- KEYS: for each account the prefix of its days, to which the script appends the day
-- Guarantee: all amounts are of the same day.
local suffix = string.format('%d', math.floor(tonumber(redis.call('TIME')[1]) / 86400))
local spent, reserved = {}, {}
for i, key in ipairs(KEYS) do
  local money = redis.call('HMGET', key .. suffix, 'spent', 'reserved')
  spent[i], reserved[i] = tonumber(money[1] or 0), tonumber(money[2] or 0)
end
return {spent, reserved}
