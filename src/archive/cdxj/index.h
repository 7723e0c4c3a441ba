// The versions of every URL: one sorted CDXJ file beside each WARC file that is
// finished, and the lines of those that are not in memory. A lookup asks each of them;
// a few hundred cost a few milliseconds.

#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "archive/capture.h"
#include "archive/disk.h"

namespace curlew::archive {

// ".warc.gz", or how others end theirs: ".warc", ".arc" and ".arc.gz".
bool is_segment_name(std::string_view name);
// "x.warc.gz" -> "x.cdxj", "x.arc" -> "x.arc.cdxj"
std::string index_name_of(std::string_view segment);
// And back; nullopt when it is no index.
std::optional<std::string> segment_of_index(std::string_view name);

// For one thread at a time.
class Index {
 public:
  // `disk` outlives it.
  explicit Index(Disk& disk) : disk_(disk) {}

  // A finished segment, whose file is there.
  Result<void> add_file(const std::string& segment);
  // A segment that is not finished.
  void add_line(const std::string& segment, std::string line);
  // Writes its lines to its file; from now on they are looked up there.
  Result<void> finish(const std::string& segment);

  // Takes the lines of records that begin there out of a finished one.
  Result<void> remove(const std::string& segment, const std::set<Bytes>& offsets);

  // The finished ones, in the order they were added.
  std::vector<std::string> segments() const;

  // The oldest first. With `from` and `to`: those between them, both included.
  Result<std::vector<Version>> versions(std::string_view url, Time from = Time::min(),
                                        Time to = Time::max()) const;
  // The one whose time is nearest, the older of two that are equally near.
  Result<std::optional<Version>> nearest(std::string_view url, Time time) const;

  // Every line of every segment, the newest segment first, until `visit` returns false.
  Result<void> walk(const std::function<bool(std::string_view line)>& visit) const;
  // Those of a finished one.
  Result<void> walk_segment(
      const std::string& segment,
      const std::function<bool(std::string_view line)>& visit) const;

 private:
  struct Finished {
    std::string segment;
    // Most lookups are outside of what a file has.
    std::string first;
    std::string last;
  };

  Result<Finished> read_finished(const std::string& segment) const;

  Disk& disk_;
  std::vector<Finished> finished_;
  std::map<std::string, std::set<std::string>> open_;
};

}  // namespace curlew::archive
