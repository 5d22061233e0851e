import { Bone, Bones } from '../ui/skeleton.tsx'
import { Door } from './login-page.tsx'

/** A staff login until the page knows whether somebody is signed in; without JavaScript it is all there is. */
export function LoginBones({ staff, title }: { staff: string; title: string }) {
  return (
    <Door staff={staff} title={title}>
      <Bones label="Loading the sign-in" className="needs-script stack">
        <Bone as="field" />
        <Bone as="field" />
        <Bone as="button" />
      </Bones>
    </Door>
  )
}
