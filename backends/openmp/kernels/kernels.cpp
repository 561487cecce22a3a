// SPDX-FileCopyrightText: 2026 The Turnstile authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled once per instruction set: CMake defines TURNSTILE_INSTRUCTION_SET, the namespace of everything in here.
#include "kernels.hpp"

#include "direct.hpp"
#include "image.hpp"
#include "runs.hpp"
#include "tile.hpp"

namespace turnstile::host::TURNSTILE_INSTRUCTION_SET {

extern Kernels const kernels;

Kernels const kernels{
    {
        {run_tile<1>, run_image<1>, run_direct<1>, run_runs<1>},
        {run_tile<2>, run_image<2>, run_direct<2>, run_runs<2>},
        {run_tile<4>, run_image<4>, run_direct<4>, run_runs<4>},
        {run_tile<8>, run_image<8>, run_direct<8>, run_runs<8>},
        {run_tile<16>, run_image<16>, run_direct<16>, run_runs<16>},
    },
    run_runs<0>,
};

}  // namespace turnstile::host::TURNSTILE_INSTRUCTION_SET
