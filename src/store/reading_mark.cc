#include "store/reading_mark.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/log.h"

namespace curlew::store {
namespace {

constexpr std::ptrdiff_t kMostDeadly = 100;
constexpr std::uint64_t kMark = 0x3344'5244'6c72'43;  // "CrlDRD3"

// As it lies in memory: the file never leaves its machine. The first ones, one for each
// reader, are visits that are being read, or none when their id is 0.
struct Record {
  std::uint64_t mark = kMark;
  std::int64_t visit = 0;
  std::int64_t source = 0;
  std::int64_t article = 0;
  std::int64_t crawl_page = 0;
  std::int64_t started_ms = 0;
  std::uint32_t deaths = 0;
  std::uint32_t unused = 0;
};
static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) == 56);

Record to_record(const std::optional<DeadlyVisit>& visit) {
  if (!visit) return {};
  return {.visit = visit->id.value,
          .source = visit->source.value,
          .article = visit->article.value,
          .crawl_page = visit->crawl_page.value,
          .started_ms = to_unix_ms(visit->started),
          .deaths = visit->deaths};
}

std::optional<DeadlyVisit> from_record(const Record& record) {
  if (record.mark != kMark || record.visit <= 0 || record.source <= 0) return {};
  return DeadlyVisit{.id = {record.visit},
                     .source = {record.source},
                     .article = {record.article},
                     .crawl_page = {record.crawl_page},
                     .started = from_unix_ms(record.started_ms),
                     .deaths = record.deaths};
}

void write_at(int file, std::size_t record, const void* bytes, std::size_t size) {
  const auto offset = static_cast<off_t>(record * sizeof(Record));
  // A mark that cannot be written costs a restart or two more, and no data.
  if (pwrite(file, bytes, size, offset) != static_cast<ssize_t>(size)) {
    log_debug("reading mark: {}", std::strerror(errno));
  }
}

DeadlyVisit reading_of(const model::VisitOrder& order, Time started) {
  return {.id = order.id,
          .source = order.source,
          .article = model::article_of(order.task),
          .crawl_page = model::crawl_page_of(order.task),
          .started = started};
}

// Of the same answer.
std::optional<DeadlyVisit> found_in(const std::vector<DeadlyVisit>& visits,
                                    const DeadlyVisit& reading) {
  const auto found = std::ranges::find_if(visits, [&](const DeadlyVisit& visit) {
    return visit.source == reading.source && visit.article == reading.article &&
           visit.crawl_page == reading.crawl_page;
  });
  return found == visits.end() ? std::nullopt : std::optional(*found);
}

bool erase(std::vector<DeadlyVisit>& visits, model::VisitId id) {
  return std::erase_if(visits, [&](const auto& visit) { return visit.id == id; }) > 0;
}

}  // namespace

Result<std::unique_ptr<ReadingMark>> ReadingMark::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: cannot be opened: {}", path, std::strerror(errno))};
  }
  std::unique_ptr<ReadingMark> mark(new ReadingMark(file));
  mark->count_deaths();
  mark->write_all();
  return mark;
}

ReadingMark::~ReadingMark() { close(file_); }

void ReadingMark::count_deaths() {
  std::vector<Record> records(kReaders + kMostDeadly);
  const ssize_t size = pread(file_, records.data(), records.size() * sizeof(Record), 0);
  records.resize(size > 0 ? static_cast<std::size_t>(size) / sizeof(Record) : 0);
  for (std::size_t i = kReaders; i < records.size(); ++i) {
    if (const auto visit = from_record(records[i])) deadly_.push_back(*visit);
  }
  records.resize(std::min(records.size(), kReaders));
  for (const Record& record : records) {
    auto reading = from_record(record);
    if (!reading) continue;
    const auto before = found_in(deadly_, *reading);
    reading->deaths = before ? before->deaths + 1 : 1;
    if (before) erase(deadly_, before->id);
    deadly_.push_back(*reading);
  }
  if (std::ssize(deadly_) > kMostDeadly) {
    deadly_.erase(deadly_.begin(), deadly_.end() - kMostDeadly);
  }
}

void ReadingMark::begin(const model::VisitOrder& order, Time started) {
  const std::lock_guard lock(mutex_);
  const auto free =
      std::ranges::find_if(reading_, [](const auto& one) { return !one.has_value(); });
  if (free == reading_.end()) return;
  *free = reading_of(order, started);
  write_reader(static_cast<std::size_t>(free - reading_.begin()));
}

void ReadingMark::end(model::VisitId visit) {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < kReaders; ++i) {
    if (!reading_[i] || reading_[i]->id != visit) continue;
    const DeadlyVisit read = *std::exchange(reading_[i], std::nullopt);
    const auto before = found_in(deadly_, read);
    if (!before) return write_reader(i);
    erase(deadly_, before->id);  // It was not to blame after all.
    return write_all();
  }
}

std::vector<DeadlyVisit> ReadingMark::deadly() const {
  const std::lock_guard lock(mutex_);
  return deadly_;
}

std::optional<DeadlyVisit> ReadingMark::find(const model::VisitOrder& order) const {
  const std::lock_guard lock(mutex_);
  return found_in(deadly_, reading_of(order, {}));
}

void ReadingMark::forget(model::VisitId visit) {
  const std::lock_guard lock(mutex_);
  if (erase(deadly_, visit)) write_all();
}

void ReadingMark::write_reader(std::size_t reader) {
  const Record record = to_record(reading_[reader]);
  write_at(file_, reader, &record, sizeof record);
}

void ReadingMark::write_all() {
  std::vector<Record> records;
  for (const auto& reading : reading_) records.push_back(to_record(reading));
  for (const DeadlyVisit& visit : deadly_) records.push_back(to_record(visit));
  write_at(file_, 0, records.data(), records.size() * sizeof(Record));
  if (ftruncate(file_, static_cast<off_t>(records.size() * sizeof(Record))) != 0) {
    log_debug("reading mark: {}", std::strerror(errno));
  }
}

}  // namespace curlew::store
