// A database for tests that refuses every text with a mark in it, and says so late,
// with flush() or commit(), as a server does whose answers are not waited for. It also
// counts the questions that it is asked.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "store/database.h"

namespace curlew::control {

class RefusingDatabase final : public store::Database {
 public:
  RefusingDatabase(std::unique_ptr<store::Database> real, std::string mark)
      : real_(std::move(real)), mark_(std::move(mark)) {}

  std::size_t questions = 0;  // SELECTs.

  Result<store::Statement*> prepare(std::string_view sql) override {
    TRY_ASSIGN(store::Statement * real, real_->prepare(sql));
    auto& statement = statements_[real];
    if (!statement) {
      statement = std::make_unique<Wrapped>(*this, *real, sql.starts_with("SELECT"));
    }
    return statement.get();
  }
  Result<void> run_script(const std::string& sql) override {
    return real_->run_script(sql);
  }
  Result<void> begin(store::Access access) override { return real_->begin(access); }
  Result<void> flush() override {
    if (is_refused_) return refusal();
    return real_->flush();
  }
  Result<void> commit() override {
    if (is_refused_) return refusal();
    return real_->commit();
  }
  void rollback() override {
    is_refused_ = false;
    real_->rollback();
  }
  bool in_transaction() const override { return real_->in_transaction(); }
  Result<int> schema_version() override { return real_->schema_version(); }
  Result<void> set_schema_version(int version) override {
    return real_->set_schema_version(version);
  }
  Result<void> forget_overwritten(const std::string& table) override {
    return real_->forget_overwritten(table);
  }
  Result<void> verify() override { return real_->verify(); }
  const std::string& name() const override { return real_->name(); }

 private:
  class Wrapped final : public store::Statement {
   public:
    Wrapped(RefusingDatabase& database, store::Statement& real, bool is_question)
        : database_(database), real_(real), is_question_(is_question) {}

    void bind_integer(int parameter, std::int64_t value) override {
      real_.bind_integer(parameter, value);
    }
    void bind_text(int parameter, std::string_view value) override {
      is_marked_ |= value.find(database_.mark_) != value.npos;
      real_.bind_text(parameter, value);
    }
    void bind_blob(int parameter, std::string_view value) override {
      real_.bind_blob(parameter, value);
    }
    void bind_null(int parameter) override { real_.bind_null(parameter); }
    void bind_integers(int parameter, std::span<const std::int64_t> values) override {
      real_.bind_integers(parameter, values);
    }
    void bind_texts(int parameter, std::span<const std::string_view> values) override {
      real_.bind_texts(parameter, values);
    }
    void bind_blobs(int parameter, std::span<const std::string_view> values) override {
      real_.bind_blobs(parameter, values);
    }
    Result<bool> step() override {
      if (is_marked_ && !is_question_) return refusal();
      if (is_question_ && !std::exchange(is_begun_, true)) ++database_.questions;
      return real_.step();
    }
    std::int64_t changed_rows() const override { return real_.changed_rows(); }
    Result<void> enqueue() override {
      if (!is_marked_) return real_.enqueue();
      database_.is_refused_ = true;
      return {};
    }
    bool is_null(int column) const override { return real_.is_null(column); }
    std::int64_t integer(int column) const override { return real_.integer(column); }
    std::string_view bytes(int column) const override { return real_.bytes(column); }
    void reset() override {
      is_marked_ = is_begun_ = false;
      real_.reset();
    }

   private:
    RefusingDatabase& database_;
    store::Statement& real_;
    const bool is_question_;
    bool is_marked_ = false;
    bool is_begun_ = false;
  };

  static Error refusal() {
    return {ErrorKind::kFailed, "invalid byte sequence: \x01\xff"};
  }

  std::unique_ptr<store::Database> real_;
  const std::string mark_;
  std::unordered_map<store::Statement*, std::unique_ptr<Wrapped>> statements_;
  bool is_refused_ = false;
};

}  // namespace curlew::control
