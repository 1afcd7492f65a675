import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { ProviderName } from '../types.ts'
import type { ProviderCheck } from './provider.ts'

/** What the checks look at; replaceable in tests. */
export interface Machine {
  platform: NodeJS.Platform
  arch: string
  env: Readonly<Record<string, string | undefined>>
  exists(path: string): boolean
  /** Kernel drivers of the graphics devices (Linux): `nvidia`, `amdgpu`, `i915`, … */
  graphicsDrivers(): string[]
  /** Folder of onnxruntime-node's native libraries. */
  libraryFolder: string
}

/** Kernel drivers without a real GPU behind them: what Vulkan shows there is a software adapter. */
const virtualDrivers = new Set([
  'vgem',
  'vkms',
  'virtio_gpu',
  'virtio-pci',
  'bochs-drm',
  'simpledrm',
  'simple-framebuffer',
  'cirrus',
  'ast',
  'mgag200',
  'hyperv_drm',
])

const libraries: Partial<Record<ProviderName, string>> = {
  cuda: 'libonnxruntime_providers_cuda.so',
  tensorrt: 'libonnxruntime_providers_tensorrt.so',
}

const cudaInstall = 'ONNXRUNTIME_NODE_INSTALL=true node node_modules/onnxruntime-node/script/install.js'

/**
 * The checks before a provider is tried, so that trying costs no crash, no native noise and no run on a software adapter.
 * @param supported onnxruntime-node's `listSupportedBackends()`
 */
export function providerCheck(
  supported: readonly { name: string; bundled: boolean }[],
  machine: Machine = thisMachine(),
): ProviderCheck {
  return (provider, automatic) => {
    const backend = supported.find(({ name }) => name === provider)
    if (backend === undefined) {
      return `onnxruntime-node has no ${provider} for ${machine.platform}-${machine.arch}`
    }
    const library = libraries[provider]
    if (library !== undefined && !backend.bundled && !machine.exists(join(machine.libraryFolder, library))) {
      return `its libraries are not installed (${cudaInstall})`
    }
    return provider === 'webgpu' && automatic ? softwareAdapter(machine) : undefined
  }
}

/** Why WebGPU would end at no adapter or at one in software; a driver named explicitly by the user is not second-guessed. */
function softwareAdapter(machine: Machine): string | undefined {
  if (machine.platform !== 'linux') return undefined
  const chosen = `${machine.env.VK_DRIVER_FILES ?? ''}${machine.env.VK_ICD_FILENAMES ?? ''}`
  if (/swiftshader|lvp|lavapipe/i.test(chosen)) return 'Vulkan is set to a software adapter'
  if (machine.graphicsDrivers().some(driver => !virtualDrivers.has(driver))) return undefined
  if (machine.exists('/dev/nvidia0') || machine.exists('/dev/dxg')) return undefined
  return 'no GPU found (no graphics device with a hardware driver)'
}

function thisMachine(): Machine {
  return {
    platform: process.platform,
    arch: process.arch,
    env: process.env,
    exists: existsSync,
    graphicsDrivers,
    libraryFolder: libraryFolder(),
  }
}

function graphicsDrivers(): string[] {
  const devices = '/sys/class/drm'
  if (!existsSync(devices)) return []
  return readdirSync(devices)
    .filter(name => /^renderD\d+$/.test(name) && existsSync(join('/dev/dri', name)))
    .flatMap(name => {
      try {
        return [basename(readlinkSync(join(devices, name, 'device', 'driver')))]
      } catch {
        return []
      }
    })
}

function libraryFolder(): string {
  const main = createRequire(import.meta.url).resolve('onnxruntime-node')
  return join(dirname(main), '..', 'bin', 'napi-v6', process.platform, process.arch)
}
