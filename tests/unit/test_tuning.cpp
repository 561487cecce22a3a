// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "processor.hpp"

#include <turnstile/tuning.hpp>
#include <turnstile/version.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

namespace turnstile::test {

namespace {

constexpr TuningTarget machine{"Cuda", "NVIDIA A100-SXM4-40GB"};
constexpr TransposePolicy padded{.tile_rows = 64, .tile_cols = 64, .padding = 1};
constexpr TransposePolicy rotated{.swizzle = Swizzle::rotate};

/// `out(j, i) = in(i, j)` of a row-major matrix of `cols` x `rows` words, at aligned addresses. What a tile calls a row
/// lies along the output's rows.
Problem matrix(std::int64_t rows, std::int64_t cols, std::int64_t word_bytes = 4) {
  alignas(16) static unsigned char memory[64];  // whose bytes nothing reads
  Description description;
  description.in            = memory;
  description.out           = memory + 32;
  description.element_bytes = word_bytes;
  description.rank          = 2;
  description.extents       = {cols, rows};
  description.in_strides    = {1, cols};
  description.out_strides   = {rows, 1};
  return canonical_problem(description);
}

std::string class_text(Problem const& problem) {
  auto const problems = tuning_class(problem);
  return problems ? to_string(*problems) : "none";
}

std::string good_text() {
  std::vector<TuningEntry> const entries{{tuning_class(matrix(4096, 4096)).value(), padded},
                                         {tuning_class(matrix(64, 4096)).value(), rotated},
                                         {tuning_class(matrix(64, 4096, 1)).value(), no_tile}};
  return tuning_text(machine, entries);
}

/// What is wrong with `text`, which must then have no entries.
std::string fault_of(std::string_view text) {
  auto const tuning = Tuning::parse("site.tuning", text);
  EXPECT_FALSE(tuning.is_none());
  EXPECT_EQ(tuning.name(), "site.tuning");
  auto fault = tuning.fault(machine);
  EXPECT_EQ(tuning.find(matrix(4096, 4096), machine) == nullptr, !fault.empty());
  return fault;
}

/// good_text() with its line `number`, from 1 on, replaced by `line`.
std::string with_line(int number, std::string const& line) {
  std::istringstream lines(good_text());
  std::string text, each;
  for (int k = 1; std::getline(lines, each); ++k) text += (k == number ? line : each) + "\n";
  return text;
}

/// A path in a folder for this test's files.
std::string temporary(std::string const& name) {
  return testing::TempDir() + "turnstile_tuning_" + name;
}

TEST(TuningClass, SaysWhatMatters) {
  EXPECT_EQ(class_text(matrix(4096, 4096)), "4B 2^10+ x 2^10+, 2^22+ words, aligned");
  EXPECT_EQ(class_text(matrix(16, 1000, 8)), "8B 2^4 x 2^9, 2^13 words, aligned");
  EXPECT_EQ(class_text(matrix(1000, 16, 2)), "2B 2^9 x 2^4, 2^13 words, aligned");
  EXPECT_EQ(class_text(matrix(1001, 16)), "4B 2^9 x 2^4, 2^13 words, unaligned");
}

TEST(TuningClass, ChangesAtPowersOfTwo) {
  EXPECT_EQ(class_text(matrix(63, 64)), "4B 2^5 x 2^6, 2^11 words, unaligned");
  EXPECT_EQ(class_text(matrix(64, 64)), "4B 2^6 x 2^6, 2^12 words, aligned");
  EXPECT_EQ(class_text(matrix(127, 64)), "4B 2^6 x 2^6, 2^12 words, unaligned");
  EXPECT_EQ(class_text(matrix(128, 64)), "4B 2^7 x 2^6, 2^13 words, aligned");
  EXPECT_EQ(class_text(matrix(1023, 4)), "4B 2^9 x 2^2, 2^11 words, unaligned");
  EXPECT_EQ(class_text(matrix(1024, 4)), "4B 2^10+ x 2^2, 2^12 words, aligned");
  EXPECT_EQ(class_text(matrix(std::int64_t{1} << 40, 4)), "4B 2^10+ x 2^2, 2^22+ words, aligned");
}

TEST(TuningClass, CountsTheBatch) {
  auto problem = matrix(32, 32);
  ASSERT_EQ(problem.rank, 2);
  problem.rank        = 3;
  problem.extents     = {100, problem.extents[0], problem.extents[1]};
  problem.in_strides  = {1024, problem.in_strides[0], problem.in_strides[1]};
  problem.out_strides = {1024, problem.out_strides[0], problem.out_strides[1]};
  EXPECT_EQ(class_text(problem), "4B 2^5 x 2^5, 2^16 words, aligned");
  problem.in_strides[0] = 1025;
  EXPECT_EQ(class_text(problem), "4B 2^5 x 2^5, 2^16 words, unaligned");
}

TEST(TuningClass, LooksAtAddressesModuloAVectorOnly) {
  auto problem       = matrix(256, 128);
  auto const aligned = tuning_class(problem);
  problem.in         = static_cast<unsigned char const*>(problem.in) + 16;
  EXPECT_EQ(tuning_class(problem), aligned);
  problem.out = static_cast<unsigned char*>(problem.out) + 4;
  EXPECT_NE(tuning_class(problem), aligned);
  EXPECT_FALSE(tuning_class(problem)->is_aligned);
}

TEST(TuningClass, HasNoneWithoutATile) {
  EXPECT_EQ(class_text(Problem{}), "none");
  EXPECT_EQ(class_text(matrix(1, 4096)), "none");
  EXPECT_EQ(class_text(matrix(0, 4096)), "none");
}

TEST(Tuning, IsNoneByDefault) {
  Tuning const none;
  EXPECT_TRUE(none.is_none());
  EXPECT_EQ(none.name(), "");
  EXPECT_EQ(none.fault(machine), "");
  EXPECT_EQ(none.find(matrix(4096, 4096), machine), nullptr);
}

TEST(Tuning, FindsTheEntryOfTheClass) {
  auto const tuning = Tuning::parse("site.tuning", good_text());
  EXPECT_EQ(tuning.fault(machine), "");
  auto const expect = [&](Problem const& problem, TransposePolicy const& policy) {
    auto const* const found = tuning.find(problem, machine);
    ASSERT_NE(found, nullptr) << class_text(problem);
    EXPECT_EQ(*found, policy) << class_text(problem);
  };
  expect(matrix(4096, 4096), padded);
  expect(matrix(8192, 30000), padded);
  expect(matrix(64, 4096), rotated);
  expect(matrix(124, 4160), rotated);
  expect(matrix(64, 4096, 1), no_tile);
  for (auto const& other : {matrix(4096, 4097), matrix(1024, 1024), matrix(4096, 4096, 8), matrix(32, 8192),
                            matrix(4096, 64), matrix(64, 4096, 2), Problem{}})
    EXPECT_EQ(tuning.find(other, machine), nullptr) << class_text(other);
}

TEST(Tuning, CopiesOutliveTheOriginal) {
  Tuning copy;
  {
    auto const original = Tuning::parse("site.tuning", good_text());
    copy                = original;
  }
  ASSERT_NE(copy.find(matrix(4096, 4096), machine), nullptr);
  EXPECT_EQ(copy.name(), "site.tuning");
}

TEST(Tuning, IsForOneSpaceAndDevice) {
  auto const tuning = Tuning::parse("site.tuning", good_text());
  auto const expect = [&](TuningTarget const& target, std::string_view fault) {
    EXPECT_EQ(tuning.fault(target), fault);
    EXPECT_EQ(tuning.find(matrix(4096, 4096), target), nullptr);
  };
  expect({"Cuda", "NVIDIA H200"}, "made for NVIDIA A100-SXM4-40GB, this is NVIDIA H200");
  expect({"OpenMP", machine.device}, "made for Cuda, this is OpenMP");
  expect({"Cuda", ""}, "nothing tells what device this is");
}

TEST(Tuning, TextIsWhatTheGuideShows) {
  EXPECT_EQ(good_text(), "turnstile tuning 1\nversion " + std::string(version()) +
                             "\nspace Cuda\ndevice NVIDIA A100-SXM4-40GB\n"
                             "4B 2^10+ x 2^10+, 2^22+ words, aligned: 64x64+pad1\n"
                             "4B 2^6 x 2^10+, 2^18 words, aligned: 32x32+rotate<1>\n"
                             "1B 2^6 x 2^10+, 2^18 words, aligned: 1x1\n");
}

TEST(Tuning, CommentsAndEmptyLinesDoNotCount) {
  EXPECT_EQ(fault_of("# by hand \xc3\xa9\n\n" + good_text() + "#\n\n# the end\n"), "");
}

TEST(Tuning, MayBeEmpty) {
  auto const tuning = Tuning::parse("site.tuning", tuning_text(machine, {}));
  EXPECT_EQ(tuning.fault(machine), "");
  EXPECT_EQ(tuning.find(matrix(4096, 4096), machine), nullptr);
}

TEST(Tuning, OtherFilesAreRefused) {
  EXPECT_EQ(fault_of(""), "it ends where 'turnstile tuning ' should be");
  EXPECT_EQ(fault_of("\n\n"), "it ends where 'turnstile tuning ' should be");
  EXPECT_EQ(fault_of("\x93NUMPY\n"), "line 1 has a character that is not printable ASCII");
  EXPECT_EQ(fault_of("{\"version\": 1}\n"), "line 1 does not begin with 'turnstile tuning '");
  EXPECT_EQ(fault_of(with_line(1, "turnstile tuning 2")), "line 1 names format 2, but this library reads format 1");
  EXPECT_EQ(fault_of(with_line(1, "turnstile tuning 1 ")), "line 1 names format 1 , but this library reads format 1");
  EXPECT_EQ(fault_of(with_line(2, "version 0.0.9")),
            "line 2 names Turnstile 0.0.9, but this is " + std::string(version()));
  EXPECT_EQ(fault_of(with_line(2, "space Cuda")), "line 2 does not begin with 'version '");
  EXPECT_EQ(fault_of(with_line(3, "room Cuda")), "line 3 does not begin with 'space '");
  EXPECT_EQ(fault_of(with_line(4, "# device NVIDIA A100-SXM4-40GB")), "line 5 does not begin with 'device '");
}

TEST(Tuning, HeadersThatEndAreRefused) {
  for (std::string_view const text : {"turnstile tuning 1\n", "turnstile tuning 1\n# only this\n"})
    EXPECT_EQ(fault_of(text), "it ends where 'version ' should be");
}

TEST(Tuning, BrokenEntriesAreRefused) {
  std::string const no_class = "line 6 does not begin with a class of problems and ': '";
  for (std::string const line :
       {"gibberish", "4B 2^10+ x 2^10+, 2^22+ words, aligned", "4B 2^10+ x 2^10+, 2^22+ words, aligned:1x1",
        "3B 2^6 x 2^6, 2^12 words, aligned: 1x1", "32B 2^6 x 2^6, 2^12 words, aligned: 1x1",
        "-4B 2^6 x 2^6, 2^12 words, aligned: 1x1", "4B 2^11 x 2^6, 2^17 words, aligned: 1x1",
        "4B 2^6 x 2^-1, 2^12 words, aligned: 1x1", "4B 2^6 x 2^6, 2^23 words, aligned: 1x1",
        "4B 2^6+ x 2^6, 2^12 words, aligned: 1x1", "4B 2^10 x 2^6, 2^16 words, aligned: 1x1",
        "4B 2^06 x 2^6, 2^12 words, aligned: 1x1", "4B 2^6 x 2^6, 2^12 words, maligned: 1x1",
        " 4B 2^6 x 2^6, 2^12 words, aligned: 1x1", "4B 2^99999999999 x 2^6, 2^12 words, aligned: 1x1"})
    EXPECT_EQ(fault_of(with_line(6, line)), no_class) << line;
  for (std::string const policy : {"", " 1x1", "32x", "32x32+pad1+rotate<1>", "9999x1", "32x32 32x32"})
    EXPECT_EQ(fault_of(with_line(6, "4B 2^6 x 2^6, 2^12 words, aligned: " + policy)),
              "line 6 has no valid policy: '" + policy + "'");
  EXPECT_EQ(fault_of(with_line(7, "4B 2^10+ x 2^10+, 2^22+ words, aligned: 16x16")),
            "line 7 repeats the class 4B 2^10+ x 2^10+, 2^22+ words, aligned");
  EXPECT_EQ(fault_of(with_line(5, "\tx")), "line 5 has a character that is not printable ASCII");
  EXPECT_EQ(fault_of(with_line(5, std::string("x\0y", 3))), "line 5 has a character that is not printable ASCII");
  EXPECT_EQ(fault_of(with_line(3, "space ")), "line 3 has nothing behind 'space '");
  EXPECT_EQ(fault_of(with_line(4, "device ")), "line 4 has nothing behind 'device '");
  EXPECT_EQ(fault_of(with_line(3, "space Cuda\r")), "line 3 has a character that is not printable ASCII");
}

TEST(Tuning, EveryCutIsFound) {
  auto const text = good_text();
  for (std::size_t length = 0; length < text.size(); ++length) {
    auto const tuning = Tuning::parse("cut.tuning", std::string_view(text).substr(0, length));
    bool const ends_with_an_entry =
        length > 0 && text[length - 1] == '\n' && std::ranges::count(text.substr(0, length), '\n') >= 4;
    EXPECT_EQ(tuning.fault(machine).empty(), ends_with_an_entry) << length << " bytes";
  }
}

TEST(Tuning, SizesAreLimited) {
  EXPECT_EQ(fault_of(good_text() + "#" + std::string(255, ' ') + "\n"), "");
  EXPECT_EQ(fault_of(good_text() + "#" + std::string(256, ' ') + "\n"), "line 8 is longer than 256 characters");
  EXPECT_EQ(fault_of(good_text() + std::string(300, '#')), "line 8 is longer than 256 characters");
  constexpr std::size_t most_bytes = 262144;
  auto text                        = good_text();
  while (text.size() + 2 <= most_bytes) text += "#\n";
  EXPECT_EQ(fault_of(text), "");
  EXPECT_EQ(fault_of(text + "#\n"), "it has more than 262144 bytes");
}

TEST(Tuning, IsReadFromAFile) {
  auto const path = temporary("good");
  std::ofstream(path) << good_text();
  auto const tuning = Tuning::read(path);
  EXPECT_EQ(tuning.name(), path);
  EXPECT_EQ(tuning.fault(machine), "");
  ASSERT_NE(tuning.find(matrix(4096, 4096), machine), nullptr);
  EXPECT_EQ(*tuning.find(matrix(4096, 4096), machine), padded);
}

TEST(Tuning, FilesThatCannotBeReadAreIgnored) {
  auto const fault = [](std::string const& path) { return Tuning::read(path).fault(machine); };
  EXPECT_EQ(fault(temporary("missing")), "there is no such file");
  EXPECT_EQ(fault(""), "there is no such file");
  EXPECT_EQ(fault(testing::TempDir()), "it is not a regular file");
  EXPECT_EQ(fault("/dev/zero"), "it is not a regular file");
  auto const pipe = temporary("pipe");
  ::mkfifo(pipe.c_str(), 0600);
  EXPECT_EQ(fault(pipe), "it is not a regular file");
  std::filesystem::remove(pipe);
  auto const large = temporary("large");
  std::ofstream(large) << "turnstile tuning 1\n";
  std::filesystem::resize_file(large, std::uintmax_t{1} << 33);
  EXPECT_EQ(fault(large), "it has more than 262144 bytes");
  std::filesystem::remove(large);
}

TEST(Processor, IsNamedByTheFirstModelName) {
  auto const name = [](char const* text) {
    std::istringstream stream(text);
    return detail::processor_name_in(stream);
  };
  EXPECT_EQ(name("processor\t: 0\nmodel\t\t: 143\nmodel name\t: A Processor @ 2 GHz\nmodel name\t: Another\n"),
            "A Processor @ 2 GHz");
  EXPECT_EQ(name("processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"), "implementer 0x41 part 0xd0c");
  EXPECT_EQ(name(""), "unknown processor");
  EXPECT_EQ(name("no colon\n:\n"), "unknown processor");
}

}  // namespace

}  // namespace turnstile::test
