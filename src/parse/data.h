// Data documents: bytes → a graph, a table or a tree. Start here for everything that
// is published for programs: `read_data` finds out in which format it is.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "parse/rdf/rdf.h"

namespace curlew::parse {

enum class DataKind { kGraph, kTable, kTree };

struct DataFormat {
  DataKind kind = DataKind::kTable;
  // Of a graph.
  RdfSyntax syntax = RdfSyntax::kTurtle;
};

// By the media type (parameters are ignored) where it says something, else by the first
// bytes. Text that is nothing else is a table.
DataFormat data_format_of(std::string_view media_type, std::string_view bytes);

// The media type that a file's name stands for, by its extension; empty if unknown.
std::string_view media_type_of_file(std::string_view name);

}  // namespace curlew::parse
