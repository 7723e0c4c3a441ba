// What versions of pages cost to keep and to read, in the ways that were considered and
// in the archive's own.
//
//   versions_bench pages FOLDER WORK     rows of a table; FOLDER has a folder for each
//                                        page with its versions, <unix time>.html
//   versions_bench many COUNT WORK       small versions, 10,000 of each URL: appending,
//                                        and how long a list of 10,000 versions takes

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "archive/archive.h"
#include "archive/pack/delta.h"
#include "archive/warc/gzip.h"
#include "base/check.h"

namespace {

using namespace curlew;
using namespace curlew::archive;
namespace fs = std::filesystem;

struct PageVersion {
  std::string page;
  Time time;
  fs::path file;
};

double cpu_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

template <typename T>
T must(Result<T> result) {
  if (!result.ok()) {
    fmt::print(stderr, "versions_bench: {}\n", result.error().text);
    std::exit(1);
  }
  return std::move(result).value();
}
void must(const Result<void>& result) {
  if (result.ok()) return;
  fmt::print(stderr, "versions_bench: {}\n", result.error().text);
  std::exit(1);
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// By page, then by time.
std::vector<PageVersion> list_versions(const std::string& folder) {
  std::vector<PageVersion> versions;
  for (const auto& page : fs::directory_iterator(folder)) {
    if (!page.is_directory()) continue;
    for (const auto& file : fs::directory_iterator(page)) {
      versions.push_back({page.path().filename(),
                          from_unix_seconds(std::stoll(file.path().stem())),
                          file.path()});
    }
  }
  std::ranges::sort(versions, {}, [](const PageVersion& each) {
    return std::pair(each.page, each.time);
  });
  return versions;
}

struct Row {
  std::string name;
  Bytes bytes = 0;
  double packing = 0;
  double reading = 0;
};

void print(const Row& row, std::size_t versions, Bytes raw) {
  fmt::print("| {} | {:.0f} | {:.1f} | {:.0f} | {} |\n", row.name,
             double(row.bytes) / double(versions), double(raw) / double(row.bytes),
             double(raw) / 1e6 / row.packing,
             row.reading > 0
                 ? fmt::format("{:.2f}", row.reading * 1e3 / double(versions))
                 : "–");
  std::fflush(stdout);
}

// A way to pack a version, given the one before and its number in its series.
using Packer = std::function<Bytes(const std::string& bytes, const std::string& before,
                                   int number)>;

Row pack_by(std::string name, const std::vector<PageVersion>& versions,
            const Packer& packer) {
  Row row{.name = std::move(name)};
  std::string before;
  int number = 0;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const std::string bytes = text_of(versions[i].file);
    const bool is_first = i == 0 || versions[i].page != versions[i - 1].page;
    number = is_first ? 0 : number + 1;
    const double begin = cpu_seconds();
    row.bytes += packer(bytes, is_first ? "" : before, number);
    row.packing += cpu_seconds() - begin;
    before = bytes;
  }
  return row;
}

Packer chained(int chain, int level) {
  return [chain, level](const std::string& bytes, const std::string& before,
                        int number) -> Bytes {
    return compress_delta(number % chain == 0 ? "" : before, bytes, level).size();
  };
}

Capture capture_of_page(const std::string& url, Time time, std::string body) {
  return {
      .url = url,
      .time = time,
      .request = "GET / HTTP/1.1\r\nHost: example.org\r\nUser-Agent: Curlew\r\n\r\n",
      .status_line = "HTTP/1.1 200 OK",
      .headers = {{"Content-Type", "text/html; charset=utf-8"},
                  {"Server", "nginx"},
                  {"Cache-Control", "max-age=600"}},
      .body = std::move(body)};
}

Bytes size_of(const std::string& folder) {
  Bytes size = 0;
  for (const auto& file : fs::directory_iterator(folder)) size += file.file_size();
  return size;
}

double read_all(const Archive& archive) {
  std::vector<Location> places;
  must(archive.walk([&](const Version& version) {
    places.push_back(version.location);
    return true;
  }));
  const double begin = cpu_seconds();
  for (const auto& place : places) CHECK(archive.read(place).ok());
  return cpu_seconds() - begin;
}

// As they would have come: of all pages mixed, by time.
void measure_archive(std::vector<PageVersion> versions, const std::string& work,
                     Bytes raw) {
  std::ranges::stable_sort(versions, {}, &PageVersion::time);
  const auto disk = must(open_folder(work));
  const auto archive = must(Archive::open(*disk, {}));
  Row warc{.name = "**archive: WARC files** and their index"};
  for (const auto& each : versions) {
    Capture capture = capture_of_page(fmt::format("https://{}.example.org/", each.page),
                                      each.time, text_of(each.file));
    const double begin = cpu_seconds();
    must(archive->append(capture));
    warc.packing += cpu_seconds() - begin;
  }
  must(archive->finish());
  warc.bytes = size_of(work);
  warc.reading = read_all(*archive);
  print(warc, versions.size(), raw);
  Row packed{.name = "**archive: packed** and its index"};
  const double begin = cpu_seconds();
  must(archive->pack(0));
  packed.packing = cpu_seconds() - begin;
  packed.bytes = size_of(work);
  packed.reading = read_all(*archive);
  print(packed, versions.size(), raw);
}

void measure_pages(const std::string& folder, const std::string& work) {
  const auto versions = list_versions(folder);
  Bytes raw = 0;
  for (const auto& each : versions) raw += fs::file_size(each.file);
  fmt::print("{} versions, {} bytes each on average.\n\n", versions.size(),
             raw / versions.size());
  fmt::print(
      "| kept as | bytes a version | times smaller | MB packed a CPU second | "
      "CPU ms to read one |\n|---|---:|---:|---:|---:|\n");
  const auto show = [&](std::string name, const Packer& packer) {
    print(pack_by(std::move(name), versions, packer), versions.size(), raw);
  };
  show("a gzip member each", [](const std::string& bytes, const std::string&, int) {
    return Bytes{gzip_member(bytes).size()};
  });
  show("a zstd frame each, level 3", chained(1, 3));
  show("zstd -3 against the version before, every 8th whole", chained(8, 3));
  show("zstd -3, every 16th whole", chained(16, 3));
  show("zstd -3, every 32nd whole", chained(32, 3));
  show("zstd -9, every 32nd whole", chained(32, 9));
  measure_archive(versions, work, raw);
}

void measure_many(Bytes count, const std::string& work) {
  constexpr Bytes kOfEach = 10'000;
  constexpr Time kFirst = from_unix_seconds(1'600'000'000);
  const auto disk = must(open_folder(work));
  const auto archive = must(Archive::open(*disk, {}));
  const Bytes urls = std::max<Bytes>(1, count / kOfEach);
  const auto url = [](Bytes number) {
    return fmt::format("https://example.org/page/{}", number);
  };
  fmt::print("| versions so far | CPU µs to append one |\n|---:|---:|\n");
  double begin = cpu_seconds();
  for (Bytes i = 0; i < count; ++i) {
    must(archive->append(
        capture_of_page(url(i % urls), kFirst + std::chrono::minutes(i),
                        fmt::format("<p>Version {} of a page</p>", i))));
    if ((i + 1) % std::max<Bytes>(1, count / 10) != 0) continue;
    const double now = cpu_seconds();
    fmt::print("| {} | {:.0f} |\n", i + 1, (now - begin) * 1e6 / (double(count) / 10));
    std::fflush(stdout);
    begin = now;
  }
  must(archive->finish());
  std::vector<double> lists;
  std::vector<double> nearest;
  for (Bytes number = 0; number < std::min<Bytes>(urls, 20); ++number) {
    double from = cpu_seconds();
    CHECK(must(archive->versions(url(number))).size() >= count / urls);
    lists.push_back((cpu_seconds() - from) * 1e3);
    from = cpu_seconds();
    const Time time = kFirst + std::chrono::minutes(count / 2);
    CHECK(must(archive->nearest(url(number), time)).has_value());
    nearest.push_back((cpu_seconds() - from) * 1e3);
  }
  std::ranges::sort(lists);
  std::ranges::sort(nearest);
  fmt::print(
      "\nAll {} versions of a URL: {:.1f} CPU ms, at worst {:.1f}. The one nearest "
      "to a time: {:.2f} ms.\n",
      count / urls, lists[lists.size() / 2], lists.back(), nearest[nearest.size() / 2]);
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) return 2;
  const std::string what = words[1];
  if (what == "pages") {
    measure_pages(words[2], words[3]);
  } else {
    measure_many(std::stoull(words[2]), words[3]);
  }
  return 0;
}
