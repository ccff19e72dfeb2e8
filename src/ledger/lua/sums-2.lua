#!lua flags=no-writes
-- Returns three sums of credits of an account: granted, reserved for jobs, and charged.
-- KEYS (as in redis-ledger-keys.ts): books, account
-- Guarantee: all sums are of the same moment.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
local sums = {grant = 0, held = 0, charged = 0}
local account = redis.call('HGETALL', KEYS[2])
for i = 1, #account, 2 do
  local kind = string.match(account[i], '^(%l+):')
  if kind then
    sums[kind] = sums[kind] + account[i + 1]
  elseif account[i] == 'retired' then
    sums.charged = sums.charged + account[i + 1]
  end
end
local function whole(number) return string.format('%.0f', number) end
return {whole(sums.grant), whole(sums.held), whole(sums.charged)}
