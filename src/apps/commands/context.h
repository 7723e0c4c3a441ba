// What every command on the store is given: the configuration, the time, and where to
// print.

#pragma once

#include <memory>
#include <string>

#include "apps/config/config.h"
#include "apps/output/screen.h"
#include "base/clock.h"
#include "base/result.h"
#include "store/store.h"

namespace curlew::apps {

struct Context {
  Config config;
  const Clock& clock;
  Screen screen;
};

// The central store's file in the data directory.
std::string central_store_path(const Config& config);

// The first line of a file.
Result<std::string> password_in(const std::string& file);

// Where the central store is: that file, or the server that is configured.
Result<store::StorePlace> store_place(const Config& config);

// Where its terminals keep versions, each in a folder of its own.
std::string archive_folder(const Config& config);

// Makes the data directory when it is not there.
Result<void> make_data_directory(const Config& config);

// For commands that add: makes directory and store when they are not there.
Result<std::unique_ptr<store::Store>> make_store(const Config& config);
// An error that says where was looked when there is no store, or one that a restore has
// not finished.
Result<void> expect_data(const Config& config);
// For all others: an error that says where was looked when there is none.
Result<std::unique_ptr<store::Store>> open_store(const Config& config,
                                                 store::OpenMode mode);

// The user, if one is named, is looking: that counts in the ranking of his sources.
// What he asked for does not fail with it.
void note_looking(const Context& context, store::Store& reading,
                  const std::string& user);

// From when on a due source counts as late: a whole tick.
inline Milliseconds late_after(const Config& config) { return config.schedule.tick; }

}  // namespace curlew::apps
