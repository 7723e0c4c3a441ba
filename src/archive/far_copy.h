// The copy of an archive that is held elsewhere, as its writer sees it: files, changed
// one after the other. Each change is on the disk there when it returns.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "archive/disk.h"
#include "base/bytes.h"
#include "base/result.h"

namespace curlew::archive {

struct FarFile {
  std::string name;
  Bytes size = 0;
};

// The most of a file that one digest is made of.
inline constexpr Bytes kDigested = 16_MiB;

class FarCopy {
 public:
  virtual ~FarCopy() = default;

  // Before anything else. Whoever wrote there before can do so no more. What is there,
  // but for what a crash has left unfinished, which is removed.
  virtual Result<std::vector<FarFile>> begin() = 0;
  // SHA-256 of so many bytes of it, kDigested at most: nobody else is answered there
  // meanwhile.
  virtual Result<std::string> digest_of(const std::string& name, Bytes offset,
                                        Bytes size) = 0;
  // From `offset` on the file has these bytes, and nothing behind them. It is made
  // where it is missing. kCorrupt: it is shorter than that.
  virtual Result<void> write(const std::string& name, Bytes offset,
                             std::string_view bytes) = 0;
  virtual Result<void> rename(const std::string& from, const std::string& to) = 0;
  // Nothing happens where it is gone already.
  virtual Result<void> remove(const std::string& name) = 0;
};

// One on a disk that is here: how the one who holds it changes it.
class HeldCopy final : public FarCopy {
 public:
  // `disk` outlives it.
  explicit HeldCopy(Disk& disk) : disk_(disk) {}

  Result<std::vector<FarFile>> begin() override;
  Result<std::string> digest_of(const std::string& name, Bytes offset,
                                Bytes size) override;
  Result<void> write(const std::string& name, Bytes offset,
                     std::string_view bytes) override;
  Result<void> rename(const std::string& from, const std::string& to) override;
  Result<void> remove(const std::string& name) override;

 private:
  Disk& disk_;
};

// SHA-256 of `size` bytes of a file, kDigested at most.
Result<std::string> digest_of_part(const File& file, Bytes offset, Bytes size);

}  // namespace curlew::archive
