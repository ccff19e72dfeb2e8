#!lua
-- Reserves money of an account for a stage, as far as the budget of today allows. Returns the reserved amount.
-- KEYS: the reservation; the prefix of the account's days, to which the script appends the day
-- ARGV: the wanted amount, the limit of a day
-- Guarantee: a repeated call returns the amount of the first. The money of a day never exceeds the limit.
local known = redis.call('HGET', KEYS[1], 'reserved')
if known then return tonumber(known) end

local today = math.floor(tonumber(redis.call('TIME')[1]) / 86400)
local day = string.format('%s%d', KEYS[2], today)
local money = redis.call('HMGET', day, 'spent', 'reserved')
local left = tonumber(ARGV[2]) - tonumber(money[1] or 0) - tonumber(money[2] or 0)
local amount = math.max(0, math.min(tonumber(ARGV[1]), left))
redis.call('HSET', KEYS[1], 'day', today, 'reserved', amount)
redis.call('EXPIRE', KEYS[1], 259200)
redis.call('HINCRBY', day, 'reserved', amount)
-- Each reservation prolongs its day, so that `settle` finds the day of every reservation.
redis.call('EXPIRE', day, 259200)
return amount
