// A database that remembers what it was asked, for tests of how often something is.

#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/database.h"

namespace curlew::store {

class WatchedDatabase final : public Database {
 public:
  explicit WatchedDatabase(std::unique_ptr<Database> database)
      : database_(std::move(database)) {}

  // How many of the queries had this in their text.
  std::ptrdiff_t queries_with(std::string_view text) const {
    return std::ranges::count_if(queries_, [text](const std::string& query) {
      return query.find(text) != std::string::npos;
    });
  }

  Result<Statement*> prepare(std::string_view sql) override {
    queries_.emplace_back(sql);
    return database_->prepare(sql);
  }
  Result<void> run_script(const std::string& sql) override {
    return database_->run_script(sql);
  }
  Result<void> begin(Access access) override { return database_->begin(access); }
  Result<void> flush() override { return database_->flush(); }
  Result<void> commit() override { return database_->commit(); }
  void rollback() override { database_->rollback(); }
  bool in_transaction() const override { return database_->in_transaction(); }
  Result<int> schema_version() override { return database_->schema_version(); }
  Result<void> set_schema_version(int version) override {
    return database_->set_schema_version(version);
  }
  Result<void> forget_overwritten(const std::string& table) override {
    return database_->forget_overwritten(table);
  }
  Result<void> verify() override { return database_->verify(); }
  const std::string& name() const override { return database_->name(); }

 private:
  const std::unique_ptr<Database> database_;
  std::vector<std::string> queries_;
};

}  // namespace curlew::store
