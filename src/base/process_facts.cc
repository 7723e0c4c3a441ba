#include "base/process_facts.h"

#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {
namespace {

// The fields of proc(5) behind the name of the program, which may hold spaces and
// brackets: the first one is the state.
std::vector<std::string> stat_fields() {
  std::ifstream file("/proc/self/stat");
  std::string line;
  std::getline(file, line);
  const auto end = line.rfind(')');
  std::istringstream rest(end == line.npos ? "" : line.substr(end + 1));
  std::vector<std::string> fields;
  for (std::string field; rest >> field;) fields.push_back(std::move(field));
  return fields;
}

double number_in(const std::vector<std::string>& fields, std::size_t number) {
  // proc(5) counts from 1, and the state is its third.
  const std::size_t index = number - 3;
  return index < fields.size() ? std::strtod(fields[index].c_str(), nullptr) : 0;
}

// When the machine was started, in seconds since 1970.
double boot_time() {
  std::ifstream file("/proc/stat");
  for (std::string line; std::getline(file, line);) {
    constexpr std::string_view kName = "btime ";
    if (line.starts_with(kName))
      return std::strtod(line.c_str() + kName.size(), nullptr);
  }
  return 0;
}

std::uint64_t count_open_files() {
  std::error_code error;
  std::uint64_t count = 0;
  for (std::filesystem::directory_iterator each("/proc/self/fd", error), end;
       !error && each != end; each.increment(error)) {
    ++count;
  }
  return count > 0 ? count - 1 : 0;  // Without that of the look itself.
}

}  // namespace

ProcessFacts read_process_facts() {
  ProcessFacts facts;
  const auto fields = stat_fields();
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  facts.cpu_seconds = (number_in(fields, 14) + number_in(fields, 15)) / ticks;
  facts.threads = static_cast<std::uint64_t>(number_in(fields, 20));
  facts.started = boot_time() + number_in(fields, 22) / ticks;
  facts.virtual_memory = static_cast<Bytes>(number_in(fields, 23));
  facts.resident = static_cast<Bytes>(number_in(fields, 24)) *
                   static_cast<Bytes>(sysconf(_SC_PAGESIZE));
  facts.open_files = count_open_files();
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) facts.most_open_files = files.rlim_cur;
  return facts;
}

std::optional<DiskRoom> disk_room_of(const std::string& folder) {
  struct statvfs facts {};
  if (::statvfs(folder.c_str(), &facts) != 0) return std::nullopt;
  return DiskRoom{Bytes(facts.f_bavail) * facts.f_frsize,
                  Bytes(facts.f_blocks) * facts.f_frsize};
}

Bytes size_of_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  Bytes size = 0;
  for (fs::recursive_directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error)) {
    std::error_code gone;
    const auto bytes = each->is_regular_file(gone) ? each->file_size(gone) : 0;
    if (!gone) size += bytes;
  }
  return size;
}

}  // namespace curlew
