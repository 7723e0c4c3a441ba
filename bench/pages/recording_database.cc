#include "recording_database.h"

#include <fmt/format.h>

#include <ctime>
#include <optional>
#include <unordered_map>
#include <utility>
#include <variant>

namespace curlew {
namespace {

using store::Statement;

// Processor time of the calling thread, and of the server's process that works for it.
class Timer {
 public:
  // `server`: its process, 0: none.
  explicit Timer(std::int64_t server) : server_(server) {}
  double ms() const { return now() - begun_; }

 private:
  static double read(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
  }
  double now() const {
    double ms = read(CLOCK_THREAD_CPUTIME_ID);
    clockid_t clock = 0;
    // It has answered and sleeps, so that its number is up to date.
    if (server_ != 0 && clock_getcpuclockid(pid_t(server_), &clock) == 0) {
      ms += read(clock);
    }
    return ms;
  }

  const std::int64_t server_;
  const double begun_ = now();
};

std::vector<std::string> copies(std::span<const std::string_view> values) {
  return {values.begin(), values.end()};
}

class RecordedStatement final : public Statement {
 public:
  RecordedStatement(std::string sql, std::int64_t server, Recorder& recorder)
      : sql_(std::move(sql)), server_(server), recorder_(recorder) {}

  void use(Statement* inner) { inner_ = inner; }

  void bind_integer(int parameter, std::int64_t value) override {
    note(parameter, {Bound::Kind::kInteger, value});
    inner_->bind_integer(parameter, value);
  }
  void bind_text(int parameter, std::string_view value) override {
    note(parameter, {Bound::Kind::kText, std::string(value)});
    inner_->bind_text(parameter, value);
  }
  void bind_blob(int parameter, std::string_view value) override {
    note(parameter, {Bound::Kind::kBlob, std::string(value)});
    inner_->bind_blob(parameter, value);
  }
  void bind_null(int parameter) override {
    note(parameter, {});
    inner_->bind_null(parameter);
  }
  void bind_integers(int parameter, std::span<const std::int64_t> values) override {
    note(parameter, {Bound::Kind::kIntegers,
                     std::vector<std::int64_t>(values.begin(), values.end())});
    inner_->bind_integers(parameter, values);
  }
  void bind_texts(int parameter, std::span<const std::string_view> values) override {
    note(parameter, {Bound::Kind::kTexts, copies(values)});
    inner_->bind_texts(parameter, values);
  }
  void bind_blobs(int parameter, std::span<const std::string_view> values) override {
    note(parameter, {Bound::Kind::kBlobs, copies(values)});
    inner_->bind_blobs(parameter, values);
  }

  Result<bool> step() override {
    // From the first row to the last: asking for the time at each of them would take
    // longer than most rows do.
    if (!timer_ && !was_run_) timer_.emplace(server_);
    was_run_ = true;
    auto found = inner_->step();
    if (found.ok() && *found) {
      ++rows_;
    } else {
      stop();
    }
    return found;
  }
  Result<void> enqueue() override {
    was_run_ = true;
    return inner_->enqueue();
  }
  std::int64_t changed_rows() const override { return inner_->changed_rows(); }
  bool is_null(int column) const override { return inner_->is_null(column); }
  std::int64_t integer(int column) const override { return inner_->integer(column); }
  std::string_view bytes(int column) const override { return inner_->bytes(column); }
  void reset() override {
    stop();
    inner_->reset();
    if (was_run_) recorder_.add({sql_, std::move(bound_), ms_, rows_});
    bound_.clear();
    ms_ = 0;
    rows_ = 0;
    was_run_ = false;
  }

 private:
  void note(int parameter, Bound value) {
    if (bound_.size() < std::size_t(parameter)) bound_.resize(std::size_t(parameter));
    bound_[std::size_t(parameter) - 1] = std::move(value);
  }

  void stop() {
    if (!timer_) return;
    ms_ += timer_->ms();
    timer_.reset();
  }

  const std::string sql_;
  const std::int64_t server_;
  Recorder& recorder_;
  Statement* inner_ = nullptr;
  std::optional<Timer> timer_;
  std::vector<Bound> bound_;
  double ms_ = 0;
  std::int64_t rows_ = 0;
  bool was_run_ = false;
};

class RecordingDatabase final : public store::Database {
 public:
  RecordingDatabase(std::unique_ptr<Database> inner, std::int64_t server,
                    Recorder& recorder)
      : inner_(std::move(inner)), server_(server), recorder_(recorder) {}

  Result<Statement*> prepare(std::string_view sql) override {
    const Timer timer(server_);
    TRY_ASSIGN(Statement * inner, inner_->prepare(sql));
    recorder_.add(timer.ms());
    auto& known = statements_[std::string(sql)];
    if (!known)
      known = std::make_unique<RecordedStatement>(std::string(sql), server_, recorder_);
    known->use(inner);
    return known.get();
  }
  Result<void> run_script(const std::string& sql) override {
    return inner_->run_script(sql);
  }
  Result<void> begin(store::Access access) override {
    const Timer timer(server_);
    auto begun = inner_->begin(access);
    recorder_.add(timer.ms());
    return begun;
  }
  Result<void> flush() override { return inner_->flush(); }
  Result<void> commit() override { return inner_->commit(); }
  void rollback() override {
    const Timer timer(server_);
    inner_->rollback();
    recorder_.add(timer.ms());
  }
  bool in_transaction() const override { return inner_->in_transaction(); }
  Result<int> schema_version() override { return inner_->schema_version(); }
  Result<void> set_schema_version(int version) override {
    return inner_->set_schema_version(version);
  }
  Result<void> forget_overwritten(const std::string& table) override {
    return inner_->forget_overwritten(table);
  }
  Result<void> verify() override { return inner_->verify(); }
  const std::string& name() const override { return inner_->name(); }

 private:
  std::unique_ptr<Database> inner_;
  const std::int64_t server_;
  Recorder& recorder_;
  std::unordered_map<std::string, std::unique_ptr<RecordedStatement>> statements_;
};

}  // namespace

void bind(Statement& statement, const std::vector<Bound>& values,
          std::deque<std::vector<std::string_view>>& borrowed) {
  int parameter = 0;
  for (const Bound& each : values) {
    ++parameter;
    const auto* texts = std::get_if<std::vector<std::string>>(&each.value);
    std::vector<std::string_view>& views = borrowed.emplace_back();
    if (texts) views.assign(texts->begin(), texts->end());
    switch (each.kind) {
      case Bound::Kind::kNull:
        statement.bind_null(parameter);
        break;
      case Bound::Kind::kInteger:
        statement.bind_integer(parameter, std::get<std::int64_t>(each.value));
        break;
      case Bound::Kind::kText:
        statement.bind_text(parameter, std::get<std::string>(each.value));
        break;
      case Bound::Kind::kBlob:
        statement.bind_blob(parameter, std::get<std::string>(each.value));
        break;
      case Bound::Kind::kIntegers:
        statement.bind_integers(parameter,
                                std::get<std::vector<std::int64_t>>(each.value));
        break;
      case Bound::Kind::kTexts:
        statement.bind_texts(parameter, views);
        break;
      case Bound::Kind::kBlobs:
        statement.bind_blobs(parameter, views);
        break;
    }
  }
}

void Recorder::add(AskedQuery query) {
  const std::lock_guard lock(mutex_);
  taken_.ms += query.ms;
  taken_.queries.push_back(std::move(query));
}

void Recorder::add(double ms) {
  const std::lock_guard lock(mutex_);
  taken_.ms += ms;
}

Recorder::Taken Recorder::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(taken_, {});
}

std::unique_ptr<store::Database> record(std::unique_ptr<store::Database> database,
                                        std::int64_t server, Recorder& recorder) {
  return std::make_unique<RecordingDatabase>(std::move(database), server, recorder);
}

}  // namespace curlew
