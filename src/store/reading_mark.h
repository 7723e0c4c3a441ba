// What a terminal is reading just now, in a small file of its own, so that the next
// process knows what the last one died of. An answer that ends the process (a bug, the
// kernel's want of memory) would end it again at every start.
//
// Only what is being *read* is marked, not what is waited for: a process that is killed
// with a thousand requests under way blames none of their sources.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/visit.h"

namespace curlew::store {

// A visit whose answer was being read when the process died.
struct DeadlyVisit {
  model::VisitId id;
  model::SourceId source;
  // Whose page it was, or which of a crawl; without either: the source's own.
  model::ArticleId article;
  model::CrawlPageId crawl_page;
  Time started;
  // Processes that died while they read an answer of this source, or this page; none of
  // them ever read it to the end.
  std::uint32_t deaths = 0;
};

// Thread-safe, for readers on several threads. Writes survive the process at once, but
// not a power loss, which is nobody's fault: nothing waits for the disk.
class ReadingMark {
 public:
  ~ReadingMark();
  ReadingMark(const ReadingMark&) = delete;
  ReadingMark& operator=(const ReadingMark&) = delete;

  // A file that is not one of ours is begun anew.
  static Result<std::unique_ptr<ReadingMark>> open(const std::string& path);

  void begin(const model::VisitOrder& order, Time started);
  void end(model::VisitId visit);

  // Those that earlier processes died of.
  std::vector<DeadlyVisit> deadly() const;
  // Of what this order would read.
  std::optional<DeadlyVisit> find(const model::VisitOrder& order) const;
  void forget(model::VisitId visit);

 private:
  // So many readers at a time are marked; more are not.
  static constexpr std::size_t kReaders = 16;

  explicit ReadingMark(int file) : file_(file) {}
  void count_deaths();
  void write_reader(std::size_t reader);
  void write_all();

  const int file_;
  mutable std::mutex mutex_;
  std::array<std::optional<DeadlyVisit>, kReaders> reading_;
  // Bounded; the oldest go first.
  std::vector<DeadlyVisit> deadly_;
};

}  // namespace curlew::store
