import './matchers/extend.ts'
import { setImporter } from './importer.ts'

// This file runs through Vite, so that `import` here reads TypeScript, which plain Node 20 does not.
setImporter(file => import(/* @vite-ignore */ file))
