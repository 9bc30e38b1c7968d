-- account_total is computed, see account_balance
CREATE TABLE entry (
  account text NOT NULL,
  amount bigint NOT NULL,
  note text DEFAULT 'entry_note of the clerk'
);

/* The view entry_sum was dropped. */
CREATE VIEW account_balance AS
  SELECT account, sum(amount) AS balance FROM entry GROUP BY account;
