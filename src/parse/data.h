// Data documents: bytes → a graph, a table or a tree. Start here for everything that
// is published for programs: `read_data` finds out in which format it is.

#pragma once

#include <string_view>
#include <variant>

#include "base/result.h"
#include "model/json.h"
#include "model/table.h"
#include "parse/rdf/rdf.h"
#include "rdf/dataset.h"

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

// The solutions of a SPARQL query are a table.
using Data = std::variant<rdf::Dataset, model::Table, model::Json>;

// `content_type` is the header: the media type and its parameters.
Result<Data> read_data(std::string_view bytes, std::string_view content_type,
                       const RdfOptions& options);

// Does this media type (parameters are ignored) stand for data in one of the formats?
bool is_data_type(std::string_view media_type);

// The media type that a file's name stands for, by its extension; empty if unknown.
std::string_view media_type_of_file(std::string_view name);

}  // namespace curlew::parse
