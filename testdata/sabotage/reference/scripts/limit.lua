--[[ refill_bucket runs elsewhere. ]]
local capacity = 20 -- drain_bucket keeps it

local function take_token(bucket)
  if bucket.left == 0 then
    return nil, [[ask_token said no]]
  end
  bucket.left = bucket.left - 1
  return bucket.left, capacity
end

return take_token
