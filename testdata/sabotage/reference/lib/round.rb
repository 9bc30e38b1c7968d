=begin
half_down was tried.
=end
module Round
  # half_up was tried as well
  def self.half_even(amount, unit)
    amount.to_r.quo(unit).round(half: :even) * unit
  end
end
