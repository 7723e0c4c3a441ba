#include "store/epoch.h"

#include <utility>

#include "store/counters.h"
#include "store/query.h"

namespace curlew::store {
namespace {

// Hands everything on, and compares epochs when a transaction begins.
class FencedDatabase final : public Database {
 public:
  FencedDatabase(std::unique_ptr<Store> inner, std::int64_t epoch)
      : inner_(std::move(inner)), epoch_(epoch) {}

  Result<Statement*> prepare(std::string_view sql) override {
    return db().prepare(sql);
  }
  Result<void> run_script(const std::string& sql) override {
    return db().run_script(sql);
  }
  Result<void> begin(Access access) override {
    TRY(db().begin(access));
    auto deposed = is_deposed(*inner_, epoch_);
    if (deposed.ok() && !*deposed) return {};
    db().rollback();
    if (!deposed.ok()) return std::move(deposed).error();
    return Error{ErrorKind::kBusy,
                 name() + ": another curlew serve has taken over this database"};
  }
  Result<void> flush() override { return db().flush(); }
  Result<void> commit() override { return db().commit(); }
  void rollback() override { db().rollback(); }
  bool in_transaction() const override { return inner_->database().in_transaction(); }
  Result<int> schema_version() override { return db().schema_version(); }
  Result<void> set_schema_version(int version) override {
    return db().set_schema_version(version);
  }
  Result<void> forget_overwritten(const std::string& table) override {
    return db().forget_overwritten(table);
  }
  Result<void> verify() override { return db().verify(); }
  const std::string& name() const override { return inner_->database().name(); }

 private:
  Database& db() { return inner_->database(); }

  const std::unique_ptr<Store> inner_;
  const std::int64_t epoch_;
};

std::unique_ptr<Store> fenced(std::unique_ptr<Store> store, std::int64_t epoch) {
  return std::make_unique<Store>(
      std::make_unique<FencedDatabase>(std::move(store), epoch));
}

Result<std::int64_t> begin_epoch(Store& store) {
  Database& db = store.database();
  TRY_ASSIGN(auto transaction, store.begin());
  TRY(Query::run(db,
                 "INSERT INTO counters (name, value) VALUES ($1, 0)"
                 " ON CONFLICT (name) DO NOTHING",
                 kEpochCounter));
  TRY_ASSIGN(const std::int64_t epoch, add_to_counter(db, kEpochCounter, 1));
  TRY(transaction.commit());
  return epoch;
}

}  // namespace

Result<LeadingStore> open_leading_store(const StorePlace& place,
                                        Milliseconds patience) {
  TRY_ASSIGN(auto store, open_store(place, OpenMode::kController, patience));
  TRY_ASSIGN(const std::int64_t epoch, begin_epoch(*store));
  return LeadingStore{fenced(std::move(store), epoch), epoch};
}

Result<std::unique_ptr<Store>> open_fenced_store(const StorePlace& place,
                                                 std::int64_t epoch,
                                                 Milliseconds patience) {
  TRY_ASSIGN(auto store, open_store(place, OpenMode::kReadWrite, patience));
  return fenced(std::move(store), epoch);
}

Result<bool> is_deposed(Store& store, std::int64_t epoch) {
  TRY_ASSIGN(const std::int64_t now, read_counter(store.database(), kEpochCounter));
  return now != epoch;
}

}  // namespace curlew::store
