-- Renews the claim of an idle daemon. Keys: state, stream, claim. Arguments: token, epoch, lease in ms, group.
-- Returns 'fenced' if the claim is lost; otherwise the first pending id, or ''.
local state, stream, claim = KEYS[1], KEYS[2], KEYS[3]
local holder = redis.call('GET', claim)
if redis.call('HGET', state, 'epoch') ~= ARGV[2] or (holder and holder ~= ARGV[1]) then
    return 'fenced'
end
-- Works if memory is short.
if redis.call('PEXPIRE', claim, ARGV[3]) == 0 then
    redis.call('SET', claim, ARGV[1], 'PX', ARGV[3])
end
return redis.call('XPENDING', stream, ARGV[4])[2] or ''
